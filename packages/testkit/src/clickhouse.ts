import { randomBytes } from 'node:crypto';
import { type RunningEngine, startAnalytics } from '../../../apps/server/src/embedded/analytics.ts';

/** Starts the embedded statistics engine for tests. */
export async function startClickHouse(folder: string): Promise<RunningEngine> {
  return await startAnalytics({ dataDir: folder, secret: randomBytes(24).toString('hex') });
}
