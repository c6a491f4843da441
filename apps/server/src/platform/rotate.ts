/**
 * Changes the vault's key (docs/operations.md#change-the-vault-key): in one transaction, everything that is sealed in
 * PostgreSQL is opened with the old key and sealed with the new one, and then the fingerprint is moved. A process that
 * dies in between changes nothing. Meanwhile whoever wants to seal something waits, see `holdKey`.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { runAlone } from './locks.ts';
import { readRows } from './rows.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed.ts';
import { StartError } from './start-error.ts';
import { type KeyedVault, readKeyState, vaultOf } from './vault.ts';

const BATCH = 1_000;

export interface Rotation {
  from: Buffer;
  to: Buffer;
  /** Leaves values as they are that the old key does not open either; otherwise one of them ends the command. */
  leavesUnreadable: boolean;
  onProgress?: (column: SealedColumn, done: number) => void;
}

export interface Rotated {
  /** False where the database already has the new key. */
  isNew: boolean;
  resealed: number;
  /** Values that the old key did not open, by `table.column`. */
  unreadable: Readonly<Record<string, number>>;
}

/** Errors: StartError where neither key is the database's, where another change or a backup is under way, or for a value that cannot be opened. */
export async function rotateKey<DB>(db: Kysely<DB>, rotation: Rotation): Promise<Rotated> {
  const rotated = await runAlone(db, 'backup', (session) =>
    session.transaction().execute((trx) => rotateIn(trx, rotation)),
  );
  if (rotated === undefined)
    throw new StartError('A backup is being taken, or the vault key is being changed: wait until that is finished.');
  return rotated;
}

async function rotateIn<DB>(trx: Transaction<DB>, rotation: Rotation): Promise<Rotated> {
  // A process that seals something locks this row until the value is stored. If it has to wait for this change, it
  // finds another fingerprint afterwards.
  const state = await readKeyState(trx, { forUpdate: true });
  const to = vaultOf(rotation.to);
  if (state?.fingerprint.equals(to.fingerprint)) return { isNew: false, resealed: 0, unreadable: {} };
  if (state === undefined || !state.fingerprint.equals(vaultOf(rotation.from).fingerprint))
    throw new StartError(
      'The present vault key is not the key of this database, so it cannot open what is sealed in it. Nothing was changed.',
    );
  const from = vaultOf(rotation.from, state.formerSealed);
  const tables = [...new Set(SEALED_COLUMNS.map(({ table }) => table))];
  await sql`LOCK TABLE ${sql.join(tables.map((table) => sql.table(table)))} IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
  let resealed = 0;
  const unreadable: Record<string, number> = {};
  for (const column of SEALED_COLUMNS) {
    const done = await resealColumn(trx, column, { from, to, rotation });
    resealed += done.resealed;
    if (done.unreadable > 0) unreadable[`${column.table}.${column.column}`] = done.unreadable;
  }
  await sql`UPDATE vault_key SET fingerprint = ${to.fingerprint}, former_sealed = ${from.handOver(to)}::bytea[],
    created_at = now()`.execute(trx);
  return { isNew: true, resealed, unreadable };
}

interface Keys {
  from: KeyedVault;
  to: KeyedVault;
  rotation: Rotation;
}

const valueRow = z.object({ id: z.union([z.number(), z.boolean()]), sealed: z.instanceof(Buffer) });
type Value = z.infer<typeof valueRow>;

async function resealColumn<DB>(
  trx: Transaction<DB>,
  column: SealedColumn,
  keys: Keys,
): Promise<{ resealed: number; unreadable: number }> {
  const { table, key } = column;
  const id = sql.ref(key.column);
  let last: Value['id'] | null = null;
  let resealed = 0;
  let unreadable = 0;
  for (;;) {
    const after = last === null ? sql`true` : sql`${id} > ${last}`;
    // A removed channel has an empty value.
    const values: Value[] = await readRows(
      trx,
      valueRow,
      sql`SELECT ${id} AS id, ${sql.ref(column.column)} AS sealed FROM ${sql.table(table)}
        WHERE ${after} AND length(${sql.ref(column.column)}) > 0 ORDER BY ${id} LIMIT ${BATCH}`,
    );
    const open = values.map((value) => ({ id: value.id, text: openOr(keys, column, value) }));
    const opened = open.filter((one): one is { id: Value['id']; text: string } => one.text !== null);
    if (opened.length > 0) await storeBatch(trx, column, keys.to, opened);
    resealed += opened.length;
    unreadable += open.length - opened.length;
    keys.rotation.onProgress?.(column, resealed);
    last = values.at(-1)?.id ?? null;
    if (values.length < BATCH) return { resealed, unreadable };
  }
}

/** The text, or null for one that may be left unreadable. */
function openOr({ from, rotation }: Keys, { table, key, column, purpose }: SealedColumn, value: Value): string | null {
  try {
    return from.open(value.sealed, purpose);
  } catch (cause) {
    if (rotation.leavesUnreadable) return null;
    throw new StartError(
      `The value ${table}.${column} with ${key.column} ${value.id} cannot be opened with the present vault key. Nothing was changed. Restore it from a backup, or leave such values as they are with -- --leave-unreadable.`,
      { cause },
    );
  }
}

async function storeBatch<DB>(
  trx: Transaction<DB>,
  { table, key, column, purpose, hashes }: SealedColumn,
  to: KeyedVault,
  values: readonly { id: Value['id']; text: string }[],
): Promise<void> {
  const sealed = values.map(({ text }) => to.seal(text, purpose));
  sealed.forEach((one, at) => {
    if (to.open(one, purpose) !== values[at]?.text) throw new Error('A value that was sealed again differs.');
  });
  const columns = [
    { name: column, values: sealed },
    ...hashes.map((hash) => ({
      name: hash.column,
      values: values.map(({ text }) => {
        const hashed = hash.textOf(JSON.parse(text));
        if (hashed === null) return null;
        return to.index(hashed, hash.purpose);
      }),
    })),
  ];
  const type = key.type === 'bigint' ? sql`bigint[]` : sql`boolean[]`;
  await sql`UPDATE ${sql.table(table)} AS stored
    SET ${sql.join(columns.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(`fresh.${name}`)}`))}
    FROM unnest(${values.map(({ id }) => id)}::${type}, ${sql.join(columns.map((one) => sql`${one.values}::bytea[]`))})
      AS fresh(id, ${sql.join(columns.map(({ name }) => sql.ref(name)))})
    WHERE ${sql.ref(`stored.${key.column}`)} = fresh.id`.execute(trx);
}
