/** A second yardstick, where nginx is installed: one worker that answers 302 and writes an access log. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../apps/server/src/platform/ports.ts';

const PLACES = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'];
const PATIENCE_MS = 10_000;

const configuration = (folder: string, port: number) => `
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log ${folder}/access.log combined;
  keepalive_requests 100000000;
  server {
    listen 127.0.0.1:${port};
    location / { return 302 https://one.example/go?c=1&g=&s=bench; }
  }
}
`;

/** Starts it in a folder of its own; null if nginx is not installed. */
export async function startNginx(parent: string): Promise<{ port: number; stop(): Promise<void> } | null> {
  const program = PLACES.find((path) => existsSync(path));
  if (program === undefined) return null;
  const folder = join(parent, 'nginx');
  await mkdir(folder);
  // If the bench runs as root, nginx runs its worker as another user, who must be able to write here.
  await chmod(folder, 0o777);
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, port));
  const nginx = spawn(program, ['-c', file, '-e', join(folder, 'error.log')], { stdio: 'inherit' });
  const ended = once(nginx, 'exit');
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
      ({ status }) => status === 302,
      () => false,
    );
  const patience = performance.now() + PATIENCE_MS;
  while (!(await isReady())) {
    if (nginx.exitCode !== null || performance.now() > patience)
      throw new Error(`nginx did not start; ${folder}/error.log says why.`);
    await delay(50);
  }
  return {
    port,
    async stop() {
      nginx.kill('SIGQUIT');
      await ended;
    },
  };
}
