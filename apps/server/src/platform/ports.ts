import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { hasCode } from './files.ts';

/** Linux gives ports from 32768 to outgoing connections and to servers that take any port; other systems begin higher. */
const FIRST_PORT = 20_000;
const PORTS_PER_PROCESS = 50;
const PROCESSES = 240;
const PORTS = PORTS_PER_PROCESS * PROCESSES;
let offset = (process.pid % PROCESSES) * PORTS_PER_PROCESS;

/**
 * A TCP port on loopback that is free right now. Whoever asked listens on it later, so it is one that nobody else takes
 * meanwhile: the system gives it to nobody, a process gets each port once, and processes side by side have different ones.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS; tries += 1) {
    const port = FIRST_PORT + offset;
    offset = (offset + 1) % PORTS;
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1} are taken.`);
}

async function isFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port, '127.0.0.1');
    return true;
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE', 'EACCES')) return false;
    throw error;
  }
}

/** The processes of a product that was killed end within this time, each as soon as it misses the one above it. */
const PATIENCE_MS = 5_000;
const EVERY_MS = 100;

/**
 * Waits until nobody listens on a port any more, because the processes of a product that was just killed may still be
 * ending. Rejects with EADDRINUSE, which names the port, if that takes longer than `patienceMs`.
 */
export async function portToBeFree(
  { port, host }: { port: number; host: string },
  { onWait, patienceMs = PATIENCE_MS }: { onWait: () => void; patienceMs?: number },
): Promise<void> {
  const began = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      return await listenOnce(port, host);
    } catch (error) {
      if (!hasCode(error, 'EADDRINUSE') || performance.now() - began > patienceMs) throw error;
      if (tries === 0) onWait();
    }
    await delay(EVERY_MS);
  }
}

/** Listens on a port and stops at once. Rejects if somebody else listens on it. */
function listenOnce(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
