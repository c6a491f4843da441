/** Calls of the event reporter: the facts behind a number, one fact, the story of an id, and the live tail. */

import { Readable } from 'node:stream';
import { exportFacts, followFacts, listFacts, readFact, readStory } from '@signpost/contract/calls/facts.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { FACTS_LIMITS } from '@signpost/contract/insight/stats/facts.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { TABS } from '@signpost/contract/insight/stats/tabs/index.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handle, withMeta } from '../../http/handle.ts';
import { sendTable } from '../../http/send-table.ts';
import { isStillAllowed } from '../../http/session.ts';
import { readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { findFact, findStory, readFacts } from './facts.ts';
import { factsTable } from './facts-file.ts';
import { isUuid } from './facts-sql.ts';
import { handleQuestion } from './handle-question.ts';
import { readAsked } from './known.ts';
import { countTail, tail } from './live.ts';
import { type EngineFor, namedTab } from './viewer.ts';

const clickRow = z.object({ clickId: z.string() });

/** The click of a lead in Lead search; null if there is none. Whose facts are shown is decided by the engine's scope. */
async function clickOfLead(db: Deps['db'], id: string): Promise<string | null> {
  if (!/^\d{1,15}$/.test(id)) return null;
  const rows = await readRows(
    db,
    clickRow,
    sql`SELECT click_id AS "clickId" FROM leads WHERE id = ${id} AND click_id IS NOT NULL`,
  );
  const clickId = rows[0]?.clickId;
  if (clickId !== undefined && isUuid(clickId)) return clickId;
  return null;
}

const isNotFound = (error: unknown): boolean => error instanceof AppError && error.code === 'ITEM_NOT_FOUND';

const TODAY = { start: '2000-01-01', end: '2000-01-01' };

/** Without a tab, the question is about all facts. */
const tabFor = (viewer: SessionUser, named: unknown) => {
  if (named === undefined) return TABS.global;
  return namedTab(viewer, named);
};

export function factRoutes(app: App, deps: Pick<Deps, 'db' | 'clock' | 'env'>, engineFor: EngineFor): void {
  handleQuestion(app, listFacts, async ({ query: { kinds, metric, reasons, ...asked }, viewer, request, reply }) => {
    const tab = tabFor(viewer, asked.tab);
    const question = await readAsked(deps, viewer, tab, asked);
    const page = { ...question, limit: Math.min(question.limit, FACTS_LIMITS.page) };
    const { data, total, freshness } = await readFacts(await engineFor(request, reply), page, {
      kinds,
      metric,
      reasons,
    });
    return withMeta(data, { total, freshness });
  });

  handleQuestion(
    app,
    exportFacts,
    async ({ query: { kinds, metric, reasons, format, ...asked }, viewer, request, reply }) => {
      const tab = tabFor(viewer, asked.tab);
      const question = readQuestion(
        tab,
        { timeZone: viewer.timeZone, weekStart: viewer.weekStart, ...asked },
        deps.clock.now(),
      );
      const table = await factsTable(await engineFor(request, reply), question, { kinds, metric, reasons }, { format });
      const { start, end } = question.dateRange;
      return await sendTable(reply, table, `facts-${start}-${end}`, format);
    },
  );

  handle(app, readFact, async ({ params, request, reply }) => findFact(await engineFor(request, reply), params.factId));

  handleQuestion(
    app,
    followFacts,
    async ({ query: { kinds, metric, reasons, since, ...asked }, viewer, request, reply }) => {
      const question = readQuestion(tabFor(viewer, asked.tab), {
        timeZone: viewer.timeZone,
        weekStart: viewer.weekStart,
        ...asked,
        // The tail has no end and starts at `since`, but a question must have a range.
        dateRange: TODAY,
        // New facts are always known later than any day that was asked for.
        knownOn: undefined,
      });
      const engine = await engineFor(request, reply);
      reply.raw.once('close', countTail(viewer.id));
      const events = tail(engine, { question, filter: { kinds, metric, reasons }, since: new Date(since) }, () =>
        isStillAllowed(deps, request),
      );
      reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
      return reply.type('text/event-stream; charset=utf-8').send(Readable.from(events));
    },
  );

  handle(app, readStory, async ({ params: { type, id }, request, reply }) => {
    const engine = await engineFor(request, reply);
    try {
      return await findStory(engine, type, id);
    } catch (error) {
      // The number of a lead in Lead search stands in no fact; its click does.
      const clickId = type === 'lead' && isNotFound(error) ? await clickOfLead(deps.db, id) : null;
      if (clickId === null) throw error;
      return { ...(await findStory(engine, 'click', clickId)), type, id };
    }
  });
}
