import { randomBytes } from 'node:crypto';
import { startAnalytics } from '../../../apps/server/src/embedded/analytics.ts';
import type { RunningEngine } from '../../../apps/server/src/embedded/supervised.ts';

/** Starts the embedded statistics engine for tests. */
export async function startClickHouse(folder: string): Promise<RunningEngine> {
  return await startAnalytics({ dataDir: folder, secret: randomBytes(24).toString('hex') });
}
