/**
 * A host of its own on this machine: a network namespace with an address, a link to the rest that can be cut, and process
 * namespaces. Programs on both sides find each other's ports on 127.0.0.1, as if they were forwarded by a tunnel.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Forwarding, forward } from './forward.ts';

const run = promisify(execFile);
const ip = (...args: string[]) => run('ip', args);
/** Addresses for measurements between networks (RFC 2544), which nothing else uses. */
const [NEAR, FAR] = ['198.18.77.1', '198.18.77.2'] as const;
const LOOPBACK = '127.0.0.1';

export interface OwnHost {
  /** The words before a command that runs it there, as the first process of a process namespace. */
  readonly prefix: readonly string[];
  /** The link is down until the returned function is called. Connections stay open, as with a cable that was pulled. */
  cut(): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

/** Only root may make hosts, and not on every machine. */
export async function mayHaveHosts(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const name = `sp-try-${process.pid}`;
  return await ip('netns', 'add', name)
    .then(() => ip('netns', 'del', name))
    .then(
      () => true,
      () => false,
    );
}

/** `there` are ports of that host that are wanted here, `here` ports of this one that are wanted there. */
export async function openHost({
  here,
  there,
}: {
  here: readonly number[];
  there: readonly number[];
}): Promise<OwnHost> {
  const name = `sp-${process.pid}`;
  const [outside, inside] = [`spo${process.pid}`, `spi${process.pid}`];
  const within = ['ip', 'netns', 'exec', name] as const;
  const servers: Server[] = [];
  let proxy: ChildProcess | undefined;
  const remove = async (): Promise<void> => {
    proxy?.kill('SIGKILL');
    for (const server of servers) server.close();
    await ip('netns', 'del', name);
  };
  await ip('netns', 'add', name);
  try {
    await ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', name);
    await ip('addr', 'add', `${NEAR}/30`, 'dev', outside);
    await ip('link', 'set', outside, 'up');
    for (const command of [
      ['link', 'set', 'lo', 'up'],
      ['addr', 'add', `${FAR}/30`, 'dev', inside],
      ['link', 'set', inside, 'up'],
    ])
      await ip('-n', name, ...command);
    const across = (listening: string, port: number, target: string): Forwarding => ({
      from: { host: listening, port },
      to: { host: target, port },
    });
    for (const one of [
      ...here.map((port) => across(NEAR, port, LOOPBACK)),
      ...there.map((port) => across(LOOPBACK, port, FAR)),
    ])
      servers.push(await forward(one));
    const wanted = [
      ...here.map((port) => across(LOOPBACK, port, NEAR)),
      ...there.map((port) => across(FAR, port, LOOPBACK)),
    ];
    const [command, ...args] = [
      ...within,
      process.execPath,
      join(import.meta.dirname, 'forward.ts'),
      JSON.stringify(wanted),
    ];
    proxy = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    if (proxy.stdout !== null) await once(proxy.stdout, 'data');
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    prefix: [...within, 'unshare', '--pid', '--fork', '--kill-child', '--mount-proc'],
    async cut() {
      await ip('-n', name, 'link', 'set', inside, 'down');
      return async () => {
        await ip('-n', name, 'link', 'set', inside, 'up');
      };
    },
    remove,
  };
}
