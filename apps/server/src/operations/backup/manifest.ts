/**
 * The manifest of a backup, written last: a backup without one is unfinished. It names every part with its size and
 * checksum, and what a restored copy is compared with.
 */
import { readJson } from '@signpost/contract/reading/json.ts';
import { z } from 'zod';
import { StartError } from '../../platform/start-error.ts';
import type { ObjectStore } from '../../platform/store/store.ts';
import { MANIFEST_BYTES, MANIFEST_DEPTH, readWithin, SEAL_BYTES } from './outside-json.ts';
import { isSealOf, sealBytes, sealedKeySchema, sealSchema } from './passphrase.ts';

/** Raised whenever an older program could not read a new backup. Backups of format 1 have no seal. */
const FORMAT = 2;
const FIRST_SEALED = 2;

/** The option of a restore and of a drill with which a person takes a backup that has no seal. */
export const ACCEPT_UNSEALED = 'accept-unsealed';

const sum = z.hex().length(64);
const count = z.int().min(0);

/** A file below the folder of the backup, such as `facts/202611.tsv.gz.0000`. */
const pieceFile = z.string().regex(/^(?:[\w-][\w.-]*\/)?[\w-][\w.-]*$/);
const pieceSchema = z.object({ file: pieceFile, bytes: count, sha256: sum });
const partSchema = z.object({
  pieces: z.array(pieceSchema),
  /** Of the content before it was compressed. */
  content: z.object({ bytes: count, sha256: sum }),
});
export type Part = z.infer<typeof partSchema>;

const migrations = z.array(z.object({ name: z.string(), checksum: sum }));

const factTotals = z.object({
  rows: count,
  /** The sum of a hash of all columns of every row. */
  hash: z.string(),
  visits: z.string(),
  clickouts: z.string(),
  leads: z.string(),
  firstDeposits: z.string(),
  revenue: z.string(),
  cost: z.string(),
});
export type FactTotals = z.infer<typeof factTotals>;

const manifestSchema = z.object({
  format: z.int().min(1).max(FORMAT),
  id: z.string(),
  program: z.string(),
  schema: z.object({ postgres: migrations, clickhouse: migrations }),
  beganAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** The one position that all parts share (docs/operations.md#one-watermark). */
  watermark: z.object({
    /** Facts that left PostgreSQL in chunks up to this position are in the facts. */
    position: count,
    /** Facts of these routers before this segment and byte are in the facts; later clicks are in the saved log. */
    routers: z.array(z.object({ router: z.string(), segment: count, from: count, isHere: z.boolean() })),
    /** The instant of PostgreSQL's snapshot. */
    recordsAt: z.iso.datetime(),
  }),
  facts: z.object({
    columns: z.array(z.string()),
    months: z.array(z.object({ month: count, totals: factTotals, part: partSchema })),
  }),
  tables: z.array(
    z.object({ table: z.string(), columns: z.array(z.string()), rows: count, part: partSchema.nullable() }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  clickLog: z.object({ segments: count, part: partSchema }),
  files: z.object({ count: count, part: partSchema }),
  vaultKey: sealedKeySchema.nullable(),
  records: z.object({
    auditEntries: count,
    auditHead: z.string().nullable(),
    documents: count,
  }),
});
export type Manifest = z.infer<typeof manifestSchema>;

const fileOf = (id: string): string => `${id}/manifest.json`;
const sealOf = (id: string): string => `${id}/manifest.seal`;

/** The size of a backup in its target. */
export const bytesOf = (manifest: Manifest): number =>
  partsOf(manifest)
    .flatMap(({ pieces }) => pieces)
    .reduce((total, { bytes }) => total + bytes, 0);

/** Every part of a backup. */
export const partsOf = ({ facts, tables, clickLog, files }: Manifest): Part[] => [
  ...facts.months.map(({ part }) => part),
  ...tables.map(({ part }) => part).filter((part) => part !== null),
  clickLog.part,
  files.part,
];

/** Completes a backup. From now on, nobody can change its manifest unnoticed without knowing the passphrase. */
export async function writeManifest(
  store: ObjectStore,
  manifest: Omit<Manifest, 'format'>,
  passphrase: string,
): Promise<Manifest> {
  const whole: Manifest = { format: FORMAT, ...manifest };
  const bytes = Buffer.from(`${JSON.stringify(whole, null, 2)}\n`);
  // Nobody could restore it.
  if (bytes.length > MANIFEST_BYTES)
    throw new StartError(`The manifest of the backup ${whole.id} would be larger than ${MANIFEST_BYTES} bytes.`);
  await store.put(sealOf(whole.id), Buffer.from(JSON.stringify(await sealBytes(bytes, passphrase))));
  await store.put(fileOf(whole.id), bytes);
  return whole;
}

/** A manifest as read from the store. Its seal has not been checked yet. */
export interface StoredManifest {
  manifest: Manifest;
  bytes: Buffer;
}

/**
 * Checks that the manifest, and so every checksum in it, is as it was written. The manifest cannot say itself that it needs
 * no seal: whoever can change it could write so. Returns false for a backup without a seal, which only a person can accept.
 * Errors: StartError if the seal is missing and not accepted so, or does not match.
 */
export async function checkSeal(
  store: ObjectStore,
  { manifest, bytes }: StoredManifest,
  { passphrase, acceptsUnsealed }: { passphrase: string; acceptsUnsealed: boolean },
): Promise<boolean> {
  const { id, format } = manifest;
  const stored = await readWithin(store, sealOf(id), SEAL_BYTES);
  if (stored === undefined) {
    if (acceptsUnsealed) return false;
    throw new StartError(
      `${unsealedText(manifest)} If you know that nobody else could write to ${store.place}, repeat the command with --${ACCEPT_UNSEALED}.`,
    );
  }
  if (format < FIRST_SEALED)
    throw new StartError(
      `The manifest of the backup ${id} was changed: it says that it has no seal, and manifest.seal is there.`,
    );
  const seal = sealSchema.safeParse(readJson(stored.toString('utf8'), MANIFEST_DEPTH));
  if (!seal.success) throw new StartError(`The backup ${id} is damaged: manifest.seal cannot be read.`);
  if (!(await isSealOf(bytes, seal.data, passphrase)))
    throw new StartError(
      `The manifest of the backup ${id} is not what was stored: somebody changed it, or BACKUP_PASSPHRASE is not the passphrase of this backup.`,
    );
  return true;
}

const unsealedText = ({ id, format }: Manifest): string => {
  if (format < FIRST_SEALED)
    return `The backup ${id} has no seal, because an early version took it or because somebody removed the seal: a change of the backup would not be noticed.`;
  return `The backup ${id} is damaged: manifest.seal is missing, so a change of the backup would not be noticed.`;
};

/**
 * Returns why the newest complete backup of a target would not be restored, as far as its manifest and its seal say; null
 * if nothing is wrong, or if there is no backup. Without a passphrase, whether the seal matches is not checked.
 */
export async function sealProblem(store: ObjectStore, passphrase: string | undefined): Promise<string | null> {
  const backups = await listBackups(store);
  if (!backups.some(({ isComplete }) => isComplete)) return null;
  const stored = await readManifest(store);
  if (passphrase === undefined) {
    const isSealed = (await readWithin(store, sealOf(stored.manifest.id), SEAL_BYTES)) !== undefined;
    if (isSealed && stored.manifest.format >= FIRST_SEALED) return null;
    return unsealedText(stored.manifest);
  }
  try {
    if (await checkSeal(store, stored, { passphrase, acceptsUnsealed: true })) return null;
    return unsealedText(stored.manifest);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

interface StoredBackup {
  id: string;
  isComplete: boolean;
}

/** The backups in a target, oldest first; `isComplete` is false for those without a manifest. */
export async function listBackups(store: ObjectStore): Promise<StoredBackup[]> {
  const names = new Set((await store.list('')).map(({ name }) => name));
  const ids = new Set([...names].map((name) => name.split('/')[0] ?? '').filter((id) => ID.test(id)));
  return [...ids].sort().map((id) => ({ id, isComplete: names.has(fileOf(id)) }));
}

/** A backup's name: when it began, and some letters against two at the same second. */
export const ID = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;

/** The sentence about a backup whose manifest is missing. */
function missingBackup(place: string, backups: readonly StoredBackup[], id: string | undefined): string {
  if (backups.some((one) => one.id === id))
    return `The backup ${id} in ${place} was never finished, so it cannot be restored.`;
  const complete = backups.filter(({ isComplete }) => isComplete).map((one) => one.id);
  if (complete.length === 0) return `There is no backup in ${place}.`;
  return `There is no backup ${id} in ${place}. The newest ones there are ${complete.slice(-5).join(', ')}.`;
}

/**
 * Reads the manifest of a backup, or of the newest complete one. Errors: StartError where there is none, or where this
 * program cannot read it.
 */
export async function readManifest(store: ObjectStore, wanted?: string): Promise<StoredManifest> {
  const backups = await listBackups(store);
  const id = wanted ?? backups.findLast(({ isComplete }) => isComplete)?.id;
  if (id === undefined && backups.length > 0)
    throw new StartError(`${store.place} has only backups that were never finished: take a new one.`);
  const bytes = id === undefined ? undefined : await readWithin(store, fileOf(id), MANIFEST_BYTES);
  if (id === undefined || bytes === undefined) throw new StartError(missingBackup(store.place, backups, id));
  const given = readJson(bytes.toString('utf8'), MANIFEST_DEPTH);
  const format = z.object({ format: z.int() }).safeParse(given).data?.format;
  if (format !== undefined && format > FORMAT)
    throw new StartError(
      `The backup ${id} was made by a newer version of Signpost: restore it with that version or a later one.`,
    );
  const manifest = manifestSchema.safeParse(given);
  if (!manifest.success) throw new StartError(`The manifest of the backup ${id} is damaged.`);
  if (manifest.data.id !== id)
    throw new StartError(
      `The folder ${id} in ${store.place} has the manifest of another backup, ${manifest.data.id}: give the folder this name, if it is that backup.`,
    );
  return { manifest: manifest.data, bytes };
}
