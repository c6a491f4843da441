/**
 * Names the person who can mend a record: the person who changed it last, as long as they may, and otherwise the people
 * who may.
 */
import { mayDo } from '@signpost/contract/access/access.ts';
import { GRADES } from '@signpost/contract/access/grades.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { Db } from '../../../database.ts';
import { USER_COLUMNS } from '../../../session-user.ts';

const MOST_PEOPLE = 20;

export async function whoMends(db: Db, entity: EntityDefinition, recordId: number): Promise<string> {
  const people = await db
    .selectFrom('audit')
    .innerJoin('users', 'users.id', 'audit.userId')
    .select([...USER_COLUMNS])
    .where('audit.entity', '=', entity.name)
    .where('audit.recordId', '=', recordId)
    .where('users.archivedAt', 'is', null)
    .orderBy('audit.id', 'desc')
    .limit(MOST_PEOPLE)
    .execute();
  const last = people.find((person) => mayDo(person, entity, 'edit'));
  if (last !== undefined) return last.name;
  const grades = GRADES.filter((grade) => mayDo({ grade, includedPaths: [], excludedPaths: [] }, entity, 'edit'));
  return `Anyone of the grades ${grades.join(', ')}`;
}
