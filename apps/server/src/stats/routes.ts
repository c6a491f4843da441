/** The seven endpoints of spec section 7, `influensers` spelled so. */
import { mayOpenTab } from '@signpost/contract/access.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { StatsTab } from '@signpost/contract/stats/define-tab.ts';
import { readQuestion } from '@signpost/contract/stats/query.ts';
import { TAB_NAMES, type TabName } from '@signpost/contract/stats/tab-names.ts';
import { TABS, tabOf } from '@signpost/contract/stats/tabs/index.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { viewerOf } from '../http/access.ts';
import type { App } from '../http/app-type.ts';
import { ok } from '../http/envelope.ts';
import type { SessionUser } from '../http/session-user.ts';
import { AttributeCache } from './attributes.ts';
import { runCosts } from './costs.ts';
import { guard } from './guard.ts';
import { runQuestion } from './run.ts';
import type { FactScope } from './where.ts';

/** A publisher reads facts of its own alone; one without a publisher reads nothing. */
function factScope(viewer: SessionUser): FactScope {
  return viewer.grade === 'Publisher' ? { publisherId: viewer.publisherId ?? 0xffff_ffff } : null;
}

/** The tab a call asks for, if the viewer may open it. */
function askedTab(viewer: SessionUser, path: string, raw: unknown): StatsTab {
  const named = typeof raw === 'string' && TAB_NAMES.some((name) => name === raw) ? (raw as TabName) : null;
  const own = TAB_NAMES.filter((name) => tabOf(name).path === path);
  const name = path === 'statistics/tabs' ? named : (own[0] ?? null);
  if (name === null) throw new AppError('VALIDATION', { errors: [{ path: 'tab', message: 'No such tab.' }] });
  if (!mayOpenTab(viewer, name)) throw new AppError('FORBIDDEN');
  return tabOf(name);
}

/** Aborted when the person has gone before the answer. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

export async function statsRoutes(app: App, deps: Deps): Promise<void> {
  const attributes = new AttributeCache(deps.db);
  for (const channel of ['metadata', 'routing'] as const) {
    const stop = await deps.onNotify?.(channel, () => attributes.forget());
    app.addHook('onClose', async () => await stop?.());
  }
  const querystring = z.record(z.string(), z.unknown());
  for (const path of new Set(Object.values(TABS).map((tab) => tab.path)))
    app.get(
      `/api/${path}`,
      { config: { access: { routes: ['stats'], action: 'view' } }, schema: { tags: ['Statistics'], querystring } },
      async (request, reply) => {
        const viewer = viewerOf(request);
        const tab = askedTab(viewer, path, request.query.tab);
        const question = readQuestion(tab, { timeZone: viewer.timeZone, ...request.query });
        guard(question);
        const engine = {
          clickhouse: deps.clickhouse,
          attributes: await attributes.get(),
          facts: factScope(viewer),
          signal: goneSignal(reply),
        };
        const run = tab.name === 'costs' ? runCosts : runQuestion;
        const { data, total, freshness } = await run(engine, question);
        return ok(data, { total, freshness });
      },
    );
}
