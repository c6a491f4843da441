/**
 * Tells people who chose the topic that an entry of "Needs attention" has grown. Messages are remembered for each
 * person and entry, so the same state is told once, and an entry that was resolved can be told again.
 */
import type { Attention } from '@signpost/contract/workplace/people/attention.ts';
import type { Db, Trx } from '../../database.ts';
import { runAlone } from '../../platform/locks.ts';
import { type SessionUser, USER_COLUMNS } from '../../session-user.ts';
import { peopleToldOf } from '../../workplace/notifications/audience.ts';
import { notify } from '../../workplace/notifications/notify.ts';
import { countEntries } from './open-entries.ts';

/** One look; only one process looks at a time. Returns how many notifications were told. */
export async function tellAttention(db: Db, now: Date): Promise<number> {
  const told = await runAlone(db, 'tellAttention', async (session) => {
    let sum = 0;
    for (const userId of await peopleToldOf(session, 'attention')) {
      const person = await readPerson(session, userId);
      if (person === undefined) continue;
      const entries = await countEntries(session, person, now);
      sum += await session.transaction().execute((trx) => tellPerson(trx, person.id, entries, now));
    }
    return sum;
  });
  return told ?? 0;
}

/** The person as their own calls see them. */
async function readPerson(db: Db, userId: number): Promise<SessionUser | undefined> {
  const row = await db
    .selectFrom('users')
    .select([...USER_COLUMNS])
    .where('id', '=', userId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { ...row, sessionId: null, keyScope: null };
}

async function tellPerson(trx: Trx, userId: number, entries: readonly Attention[], now: Date): Promise<number> {
  const rows = await trx
    .selectFrom('attentionTold')
    .select(['entry', 'count', 'times'])
    .where('userId', '=', userId)
    .execute();
  const before = new Map(rows.map((row) => [row.entry, row]));
  let told = 0;
  for (const { id, route, count, text, search } of entries) {
    const { count: last, times } = before.get(id) ?? { count: 0, times: 0 };
    if (count === last) continue;
    const hasGrown = count > last;
    await trx
      .insertInto('attentionTold')
      .values({ userId, entry: id, count, times: times + Number(hasGrown) })
      .onConflict((conflict) =>
        conflict.columns(['userId', 'entry']).doUpdateSet({ count, times: times + Number(hasGrown) }),
      )
      .execute();
    if (!hasGrown) continue;
    told += 1;
    await notify(trx, now, {
      topic: 'attention',
      dedupeKey: `attention ${id} of ${userId}, ${times + 1}`,
      threadKey: `attention ${id}`,
      severity: 'warning',
      title: `${count} ${text}`,
      body: {
        lines: [last === 0 ? 'This is new.' : countBefore(last)],
        link: { route, search, label: 'Open the list' },
      },
      userIds: [userId],
    });
  }
  return told;
}

const countBefore = (last: number): string => {
  if (last === 1) return 'There was 1 before.';
  return `There were ${last} before.`;
};
