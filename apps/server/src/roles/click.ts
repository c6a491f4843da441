import { createServer } from 'node:http';
import type { Env } from '../env.ts';
import { createLog } from '../platform/log.ts';
import type { Running } from '../platform/running.ts';

/** Answers that it is there. */
export async function run(env: Env): Promise<Running> {
  const log = createLog({ level: env.logLevel, name: 'click' });
  const server = createServer((_request, response) => response.end('click\n'));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.clickPort, env.host, resolve);
  });
  log.info('ready');
  return {
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
