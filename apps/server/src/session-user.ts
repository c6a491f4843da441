import type { Grade } from '@signpost/contract/access/grades.ts';
import type { KeyScope } from '@signpost/contract/calls/api-key-access.ts';
import type { NumberFormat, WeekStart } from '@signpost/contract/dates/habits.ts';
import type { Queryable } from './database.ts';

/** The signed-in person as calls see them. */
export interface SessionUser {
  id: number;
  /** null if a program calls with an API key. */
  sessionId: string | null;
  /** The scope of the API key that the call was made with; null in a session. */
  keyScope: KeyScope | null;
  name: string;
  email: string;
  grade: Grade;
  includedPaths: string[];
  excludedPaths: string[];
  publisherId: number | null;
  timeZone: string;
  homeTab: string | null;
  /** The day on which the person's weeks begin. */
  weekStart: WeekStart;
  /** How the person reads numbers; null if as the browser writes them. */
  numberFormat: NumberFormat | null;
  /** The currency in which the person sees the statistics; null for the base currency. */
  displayCurrency: string | null;
}

/** The columns of a person that a session needs. */
export const USER_COLUMNS = [
  'users.id',
  'users.name',
  'users.email',
  'users.grade',
  'users.includedPaths',
  'users.excludedPaths',
  'users.publisherId',
  'users.timeZone',
  'users.homeTab',
  'users.weekStart',
  'users.numberFormat',
  'users.displayCurrency',
] as const;

/** A person for work on their behalf, with the rights they have now; undefined if they are archived. */
export async function personOf(db: Queryable, id: number): Promise<SessionUser | undefined> {
  const row = await db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { ...row, sessionId: null, keyScope: null };
}
