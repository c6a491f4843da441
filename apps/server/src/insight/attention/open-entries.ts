/** The entries of "Needs attention" that a person sees, with that person's own rows. */
import { mayOpen, seesOwnPublisherOnly } from '@signpost/contract/access/access.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import type { Attention } from '@signpost/contract/workplace/people/attention.ts';
import type { Queryable } from '../../database.ts';
import type { SessionUser } from '../../session-user.ts';
import { ENTRIES } from './entries.ts';

/** Every entry whose screen the person may open, also those that count nothing at present. */
export async function countEntries(db: Queryable, viewer: SessionUser, now: Date): Promise<Attention[]> {
  const today = dayIn(now, viewer.timeZone);
  const open = ENTRIES.filter(
    ({ route, needs = route, countsAllRows }) =>
      [route, needs].every((name) => mayOpen(viewer, ROUTES[name])) && !(countsAllRows && seesOwnPublisherOnly(viewer)),
  );
  return await Promise.all(
    open.map(async ({ id, route, one, many, search, count, searchFound }): Promise<Attention> => {
      const asked = { db, viewer, today };
      const found = await count(asked);
      const more = found === 0 ? undefined : await searchFound?.(asked);
      return { id, route, count: found, text: found === 1 ? one : many, search: { ...search(today), ...more } };
    }),
  );
}
