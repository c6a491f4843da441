/**
 * `npm run dev`: starts the server, restarts it when its sources change, and runs Vite with hot reload in front of it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { bin, env, root } from './run.mjs';

const start = (command, args) => spawn(bin(command), args, { cwd: root, env, stdio: 'inherit' });
const quietMs = 150;

const vite = start('vite', ['apps/web']);
let server = start('node', ['apps/server/src/main.ts']);
let restarting = Promise.resolve();
let timer;
let ending = false;

async function restart() {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  if (!ending) server = start('node', ['apps/server/src/main.ts']);
}

for (const folder of ['apps/server', 'packages/contract/src']) {
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (!/(?<!\.test)\.(ts|sql)$/.test(name ?? '')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarting = restarting.then(restart);
    }, quietMs);
  });
}

async function end() {
  if (ending) return;
  ending = true;
  vite.kill('SIGTERM');
  await restarting;
  if (server.exitCode === null && server.signalCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  process.exit(0);
}
process.on('SIGINT', end);
process.on('SIGTERM', end);
