/** Gives records of the demo an author, as if that person had created them: in the audit trail and with their dates. */
import type { Grade } from '@signpost/contract/access/grades.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import { idRow, readRows } from '../../../platform/rows.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';
import { recordCreation } from '../../../workplace/records/change.ts';

interface Credit {
  entity: EntityDefinition;
  id: number;
  /** The demo's person of this grade. */
  grade: Grade;
  at: Date;
}

/** Returns the author's id; null if the demo has no such person, as in a test without people. */
export async function creditTo(trx: Trx, { entity, id, grade, at }: Credit): Promise<number | null> {
  const rows = await readRows(trx, idRow, sql`SELECT id FROM users WHERE email = ${demoEmail(grade)}`);
  const userId = rows[0]?.id ?? null;
  await sql`UPDATE ${sql.table(entity.table)} SET created_at = ${at}, updated_at = ${at} WHERE id = ${id}`.execute(trx);
  await recordCreation(trx, { userId, requestId: null, at }, { entity, id });
  return userId;
}
