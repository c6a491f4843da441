/** Calls of the event reporter: the facts behind a number, one fact, the story of an id, and the live tail. */
import { Readable } from 'node:stream';
import { FACT_KINDS } from '@signpost/contract/stats/fact.ts';
import { FACTS_LIMITS, SEARCH_TYPES } from '@signpost/contract/stats/facts.ts';
import { isMetricId } from '@signpost/contract/stats/metrics.ts';
import { readQuestion } from '@signpost/contract/stats/query.ts';
import { TABS } from '@signpost/contract/stats/tabs/index.ts';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { viewerOf } from '../http/access.ts';
import type { App } from '../http/app-type.ts';
import { ok } from '../http/envelope.ts';
import { isStillAllowed } from '../http/session.ts';
import type { SessionUser } from '../session-user.ts';
import { readFact, readFacts, readStory } from './facts.ts';
import { countTail, tail } from './live.ts';
import { type EngineFor, namedTab } from './viewer.ts';

/** Selects among the facts of a question. */
const filterSchema = z.looseObject({
  kinds: z.array(z.enum(FACT_KINDS)).min(1).optional(),
  metric: z.coerce.number().refine(isMetricId, 'No metric has such an id.').optional(),
});

const TODAY = { start: '2000-01-01', end: '2000-01-01' };

/** Without a tab, the question is about all facts. */
const tabFor = (viewer: SessionUser, named: unknown) => (named === undefined ? TABS.global : namedTab(viewer, named));

export function factRoutes(app: App, deps: Pick<Deps, 'db' | 'clock' | 'env'>, engineFor: EngineFor): void {
  const config = { access: { routes: ['eventReporter'], action: 'view' }, rows: 'own' } as const;
  const tags = ['Statistics'];

  app.get('/api/statistics/facts', { config, schema: { tags, querystring: filterSchema } }, async (request, reply) => {
    const viewer = viewerOf(request);
    const { kinds, metric, ...asked } = request.query;
    const tab = tabFor(viewer, asked.tab);
    const question = readQuestion(tab, { timeZone: viewer.timeZone, ...asked }, deps.clock.now());
    const page = { ...question, limit: Math.min(question.limit, FACTS_LIMITS.page) };
    const { data, total, freshness } = await readFacts(await engineFor(request, reply), page, { kinds, metric });
    return ok(data, { total, freshness });
  });

  app.get(
    '/api/statistics/facts/:factId',
    { config, schema: { tags, params: z.object({ factId: z.guid() }) } },
    async (request, reply) => ok(await readFact(await engineFor(request, reply), request.params.factId)),
  );

  app.get(
    '/api/statistics/live',
    { config, schema: { tags, querystring: filterSchema.extend({ since: z.iso.datetime() }) } },
    async (request, reply) => {
      const viewer = viewerOf(request);
      const { kinds, metric, since, ...asked } = request.query;
      const question = readQuestion(tabFor(viewer, asked.tab), {
        timeZone: viewer.timeZone,
        ...asked,
        // The tail has no end and starts at `since`, but a question must have a range.
        dateRange: TODAY,
      });
      const engine = await engineFor(request, reply);
      reply.raw.once('close', countTail(viewer.id));
      const events = tail(engine, question, { kinds, metric }, new Date(since), () => isStillAllowed(deps, request));
      reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
      return reply.type('text/event-stream; charset=utf-8').send(Readable.from(events));
    },
  );

  app.get(
    '/api/statistics/support/:type/search/:id',
    { config, schema: { tags, params: z.object({ type: z.enum(SEARCH_TYPES), id: z.string().min(1).max(200) }) } },
    async (request, reply) => {
      const { type, id } = request.params;
      return ok(await readStory(await engineFor(request, reply), type, id));
    },
  );
}
