/** The one thing that can be done to an entry of a ledger. */

import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import type { Trx } from '../database.ts';
import type { Deps } from '../deps.ts';
import { appendAudit, auditValues } from './audit.ts';
import type { Effects } from './effects.ts';
import { readRecord } from './read.ts';
import { rowFilter } from './scope.ts';
import type { Actor } from './write.ts';

/** What only reversing writes; the trail leaves other read-only fields out. */
const stateOf = ({ entryStatus, reversedBecause }: StoredRecord) => ({ entryStatus, reversedBecause });

/**
 * Reverses an entry: it stays as it was made and is marked, and what it did is taken back by the entity's effect.
 * Errors: ITEM_NOT_FOUND; VALIDATION when it was reversed before.
 */
export async function reverseIn(
  trx: Trx,
  deps: Pick<Deps, 'clock'>,
  entity: EntityDefinition,
  effects: Effects,
  id: number,
  because: string,
  actor: Actor,
): Promise<StoredRecord> {
  await sql`SELECT 1 FROM ${sql.table(entity.table)} WHERE id = ${id} FOR UPDATE`.execute(trx);
  const before = await readRecord(trx, entity, id, rowFilter(entity, actor.viewer));
  if (before.entryStatus === 'reversed')
    throw new AppError('VALIDATION', { errors: [{ path: '', message: 'This entry is reversed already.' }] });
  const now = deps.clock.now();
  await sql`UPDATE ${sql.table(entity.table)} SET entry_status = 'reversed', reversed_because = ${because},
    version = version + 1, updated_at = ${now} WHERE id = ${id}`.execute(trx);
  const after = await readRecord(trx, entity, id);
  await effects[entity.name as keyof Effects]?.reversed?.(trx, before, actor, because);
  await appendAudit(trx, {
    userId: actor.viewer.id,
    requestId: actor.requestId,
    at: now,
    entity: entity.name,
    recordId: id,
    action: 'update',
    version: after.version,
    before: { ...auditValues(entity.fields, before), ...stateOf(before) },
    after: { ...auditValues(entity.fields, after), ...stateOf(after) },
  });
  return after;
}
