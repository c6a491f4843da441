/** Questions about what was known on a day, and reading the question of a request (docs/decisions/0200). */
import { addDays, startOfDay } from '@signpost/contract/dates/dates.ts';
import type { StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { readQuestion, type StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { readRow } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { withRates } from './display-rates.ts';

const positionRow = z.object({ position: z.number() });

/** The question with the last position of the day that it is asked for; without such a day, the question as it is. */
export async function withKnown(db: Queryable, question: StatsQuestion): Promise<StatsQuestion> {
  if (question.knownOn === undefined) return question;
  const until = startOfDay(addDays(question.knownOn, 1), question.timeZone);
  const { position } = await readRow(
    db,
    positionRow,
    sql`SELECT coalesce(max(position), 0) AS position FROM fact_chunks WHERE made_at < ${until}`,
  );
  return { ...question, known: { position, until: until.toISOString() } };
}

/** Reads the question of a request, in the viewer's time zone if it names none. Errors: VALIDATION. */
export async function readAsked(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: SessionUser,
  tab: StatsTab,
  asked: Readonly<Record<string, unknown>>,
): Promise<StatsQuestion> {
  const question = readQuestion(tab, { timeZone: viewer.timeZone, weekStart: viewer.weekStart, ...asked }, clock.now());
  return await withRates(db, await withKnown(db, question));
}
