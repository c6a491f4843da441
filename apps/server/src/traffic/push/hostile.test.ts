/** A visitor may name any address as that of a push service. None of them stops the messages of the others. */
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { outgoing } from '../../platform/outgoing.ts';
import { HOSTILE_ANSWERS, hostileServer } from '../../platform/testing/hostile.ts';
import { workRuns } from '../../workplace/runs/work.ts';
import { pushRuns } from './jobs.ts';
import { pushBrowser } from './testing/service.ts';
import { pushWorld } from './testing/world.ts';

const hostile = await hostileServer();
afterAll(() => hostile.close());
const world = await pushWorld();
const real = outgoing({ allowPrivate: true });

it('sends a push to everybody, whatever their push services answer', async () => {
  const { site, browsers } = await world.audience(5);
  for (const name of HOSTILE_ANSWERS) {
    const browser = { ...pushBrowser(world.service), endpoint: hostile.urlOf(name) };
    expect((await world.post('subscribe', await world.wishOf(browser, { site }))).status).toBe(200);
  }
  const { id } = await world.newPush({ websites: [site] });
  expect((await world.start(id)).status).toBe(200);
  const deps = {
    ...world.jobDeps,
    // Only hostile services are given up early: on a busy machine, an honest one may take longer than this.
    send: (request: Parameters<typeof real>[0]) =>
      real(request.url.startsWith(world.service.home) ? request : { ...request, timeoutMs: 400 }),
  };
  await workRuns({ db: world.db, log: deps.log }, pushRuns(deps), new AbortController().signal);
  for (const browser of browsers) expect(browser.messages()).toHaveLength(1);
  const { rows } = await sql<{ untried: number }>`SELECT count(*) FILTER (WHERE attempts = 0) AS untried FROM push_sends
    WHERE push_id = ${id}`.execute(world.db);
  expect(rows).toEqual([{ untried: 0 }]);
});
