import { createServer } from 'node:net';

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

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
