import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { expect, it } from 'vitest';
import { startAnalytics } from './analytics.ts';

/** Takes about 0.2 s of a core. Without a share of the processors, it does not end within the client's 30 seconds. */
const QUESTION = 'SELECT uniqExact(number * 7) AS count FROM numbers(2000000)';

/** Starts a program that keeps one core busy, and resolves when it runs. */
async function startBusy(): Promise<ChildProcess> {
  const program = spawn(process.execPath, ['-e', 'process.stdout.write("runs"); for (;;);'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => program.stdout.once('data', resolve));
  return program;
}

it('The statistics engine answers while other programs keep every core busy', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'signpost-busy-'));
  const engine = await startAnalytics({ dataDir, secret: 'a secret of this test' });
  const client = createClient({ url: engine.url });
  const busy: ChildProcess[] = [];
  try {
    for (let core = 0; core < availableParallelism(); core += 1) busy.push(await startBusy());
    const answer = await client.query({ query: QUESTION, format: 'JSONEachRow' });
    expect(await answer.json()).toEqual([{ count: 2_000_000 }]);
  } finally {
    for (const program of busy) program.kill('SIGKILL');
    await client.close();
    await engine.stop();
    await rm(dataDir, { recursive: true });
  }
});
