/** The data that a person may query in the statistics, and the time limit of these queries. */
import { mayOpenTab } from '@signpost/contract/access/access.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { isTabName, TAB_NAMES } from '@signpost/contract/routes/tab-names.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionUser } from '../../session-user.ts';
import type { FactScope } from './conditions.ts';
import type { StatsEngine } from './run.ts';

/** The context of every statistics query: the engine for this person and the current records. */
export type EngineFor = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<StatsEngine & { signal: AbortSignal }>;

/** An id that no record has, so that a Publisher without a publisher record sees no facts. */
const NOBODY = 0xffff_ffff;

/** A publisher sees only its own facts. */
export function factScope(viewer: SessionUser): FactScope {
  if (viewer.grade === 'Publisher') return { publisherId: viewer.publisherId ?? NOBODY };
  return null;
}

/** The tab of a name, if the viewer may open it. */
export function namedTab(viewer: SessionUser, raw: unknown): StatsTab {
  if (!isTabName(raw)) throw invalid('tab', 'This tab does not exist.');
  if (!mayOpenTab(viewer, raw)) throw new AppError('FORBIDDEN');
  return tabOf(raw);
}

/** The tab that a path serves; the path that several tabs share serves the tab that the question names. */
export function askedTab(viewer: SessionUser, path: string, raw: unknown): StatsTab {
  return namedTab(viewer, path === 'statistics/tabs' ? raw : TAB_NAMES.find((name) => tabOf(name).path === path));
}
