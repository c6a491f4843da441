import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setPriority, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readEnv } from '../../env.ts';
import { writeCompiled } from '../../platform/compiled.ts';
import { engineConfig } from './analytics-config.ts';
import { AnalyticsEngine } from './analytics-engine.ts';
import { analyticsServer } from './analytics-http.ts';
import { largestQueryBytes, readers } from './analytics-limits.ts';
import { Pace } from './pace.ts';
import { canLeaveIdle, setIdle } from './policy.ts';

/**
 * The process of the embedded statistics engine. It is the only owner of the chDB folder and runs at low priority, so
 * that redirects do not wait for reports. It sends its port to the parent over IPC and exits when the parent is gone
 * for whatever reason.
 */
const env = readEnv();
const { secret, port } = env.analytics;
if (secret === undefined) throw new Error('ANALYTICS_SECRET is not set.');

// The priority is set before the engine starts its threads, which inherit it.
setPriority(10);
const folder = join(env.dataDir, 'analytics');
mkdirSync(folder, { recursive: true, mode: 0o700 });
const configFile = join(env.dataDir, 'analytics.xml');
writeFileSync(configFile, engineConfig, { mode: 0o600 });
const engine = await openWhenFree();
// From here on the engine's threads exist, and threads that they start later inherit their policy.
await engine.ready();
// With niceness alone, a redirect waits until a running report has used up its time slice: its p99 is 24 to 35 ms beside
// six reports. Threads under the idle policy give way at once: 11 to 18 ms. If that policy does not exist or could not be
// left again, the engine runs with niceness alone.
const pace = canLeaveIdle() ? new Pace({ setIdle }) : undefined;

const server = analyticsServer({ engine, secret, pace });
server.listen(port, '127.0.0.1', () => {
  const address: AddressInfo | string | null = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
  writeCompiled();
});

/** The process of a killed run may still be leaving the folder, so opening is retried; it fails if that process stays. */
async function openWhenFree(): Promise<AnalyticsEngine> {
  const memoryPerQuery = largestQueryBytes(totalmem());
  for (const deadline = Date.now() + 5_000; ; await delay(100)) {
    try {
      return new AnalyticsEngine({
        path: folder,
        configFile,
        readers,
        memoryPerQuery,
        onStuck() {
          const kill = () => process.kill(process.pid, 'SIGKILL');
          if (process.send === undefined) kill();
          else process.send({ reason: 'An insert was killed but did not stop.' }, kill);
        },
      });
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  server.close();
  await engine.close();
  process.exit(0);
}
process.on('SIGTERM', stop);
// A terminal sends SIGINT to the whole group, but the parent decides when this process ends.
process.on('SIGINT', () => undefined);
// The parent was killed, so nobody needs an answer, and the next start needs the folder at once. An orderly exit would
// wait for running queries, and the store survives a kill.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
