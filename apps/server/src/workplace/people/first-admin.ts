/** The first Admin: without one, nobody in an installation could let others in. */
import { user as userEntity } from '@signpost/contract/entities/user.ts';
import type { Db, Queryable, Trx } from '../../database.ts';
import type { Clock } from '../../platform/clock.ts';
import { changeRecord, recordCreation, systemAuthor } from '../records/change.ts';
import { NEW_PERSON } from './new-person.ts';

/** Whether anybody may give access to others. */
export async function hasAdmin(db: Queryable): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('grade', '=', 'Admin')
    .where('archivedAt', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

async function write(trx: Trx, email: string, clock: Clock): Promise<number> {
  const author = systemAuthor(clock.now());
  const known = await trx.selectFrom('users').select('id').where('email', '=', email).forUpdate().executeTakeFirst();
  if (known !== undefined) {
    const person = { entity: userEntity, id: known.id };
    await changeRecord(trx, author, {
      ...person,
      action: 'restore',
      withoutValues: true,
      write: async ({ archivedAt }) => (archivedAt === null ? null : { archivedAt: null }),
    });
    await changeRecord(trx, author, { ...person, write: async () => ({ grade: 'Admin' }) });
    return known.id;
  }
  const { id } = await trx
    .insertInto('users')
    .values({ ...NEW_PERSON, name: email.slice(0, email.indexOf('@')), email, grade: 'Admin' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordCreation(trx, author, { entity: userEntity, id });
  return id;
}

/** Makes the person with an address an Admin: a new person, or a known one, even if archived. Audited. */
export async function makeAdmin(db: Db, email: string, clock: Clock): Promise<number> {
  return await db.transaction().execute((trx) => write(trx, email.toLowerCase(), clock));
}

/** Makes the person of FIRST_ADMIN an Admin if there is none yet. */
export async function ensureFirstAdmin(db: Db, email: string, clock: Clock): Promise<'made' | 'hasOne'> {
  return await db.transaction().execute(async (trx) => {
    // Two simultaneous starts create only one Admin.
    await trx.selectFrom('users').select('id').where('email', '=', email).forUpdate().execute();
    if (await hasAdmin(trx)) return 'hasOne';
    await write(trx, email, clock);
    return 'made';
  });
}
