import { statsCall } from '@signpost/contract/calls/stats.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { buildJobBeat } from '@signpost/testkit/factories.ts';
import { describe, expect, it } from 'vitest';
import { randomWorld } from './testing/random-world.ts';

const { app } = await randomWorld(5, 40);
const admin = await app.signIn('Admin');

/** Stores until when a source is complete. */
const report = (worker: string, watermark: Date) => buildJobBeat(app.db, { worker, watermark });

const metaOf = async (path: string, question: Record<string, unknown>) => {
  const query = { dateRange: 'last7Days', ...question };
  const { status, body } = await attempt(admin, statsCall({ path }), { query });
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return body.meta;
};

describe('The answer of a statistics screen', () => {
  it('says until when every source is counted, whatever is filtered, but not as of an earlier day', async () => {
    const [behind, ahead] = [new Date(Date.now() - 3_600_000), new Date(Date.now() - 60_000)];
    await report('router-1', ahead);
    await report('router-2', behind);
    const completeUntil = behind.toISOString();
    expect(await metaOf('statistics/tabs', { tab: 'global' })).toMatchObject({ completeUntil });
    const nothing = await metaOf('statistics/tabs', { tab: 'global', filters: { geo: [987_654] } });
    expect(nothing).toMatchObject({ completeUntil, freshness: null });
    expect(await metaOf('statistics/campaigns', {})).toMatchObject({ completeUntil });
    const earlier = await metaOf('statistics/tabs', { tab: 'global', knownOn: '2026-01-31' });
    expect(earlier.completeUntil).toBeUndefined();
  });
});
