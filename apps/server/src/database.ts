/** The tables as queries see them: generated from the migrations, with narrower types where the code guarantees more. */
import type { JSONColumnType, Kysely, Transaction } from 'kysely';
import type { Tables } from './database-types.ts';

type Values = JSONColumnType<Record<string, unknown>>;

export interface Database extends Omit<Tables, 'audit'> {
  audit: Omit<Tables['audit'], 'before' | 'after'> & { before: Values | null; after: Values | null };
}

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;
/** A database pool or a transaction, for functions that only read or that run in their caller's transaction. */
export type Queryable = Db | Trx;
