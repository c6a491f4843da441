import type { Env } from '../env.ts';
import { createLog } from '../platform/log.ts';
import type { Running } from '../platform/running.ts';

/** Background work: nothing to do yet but to be there. */
export async function run(env: Env): Promise<Running> {
  const log = createLog({ level: env.logLevel, name: 'worker' });
  const alive = setInterval(() => undefined, 60_000);
  log.info('ready');
  return {
    async stop() {
      clearInterval(alive);
    },
  };
}
