/** Side effects of saving records of some entities, in the same transaction, so that they happen once or not at all. */

import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { isKeyOf } from '@signpost/contract/objects.ts';
import type { Trx } from '../../database.ts';
import type { Actor } from './change.ts';

export interface Effect {
  /** Changes what was sent before it is checked and stored; only the sent fields are there. */
  prepared?(input: unknown): unknown;
  created(trx: Trx, record: StoredRecord, actor: Actor): Promise<void>;
  /** Runs after a change of the record itself. */
  updated?(trx: Trx, record: StoredRecord, actor: Actor): Promise<void>;
  /** Runs after a record was archived or restored. */
  archived?(trx: Trx, record: StoredRecord, actor: Actor): Promise<void>;
  /** Runs for a ledger entry. */
  reversed?(trx: Trx, record: StoredRecord, actor: Actor, because: string): Promise<void>;
}

export type Effects = Partial<Record<EntityName, Effect>>;

/** The side effects of an entity; undefined if it has none. */
export const effectOf = (effects: Effects, { name }: Pick<EntityDefinition, 'name'>): Effect | undefined => {
  if (isKeyOf(effects, name)) return effects[name];
  return undefined;
};
