/**
 * Recognises a database that does not continue what was sent last, such as one restored from a backup: it would send
 * mails again that were sent after the backup. The database counts every mail before it is sent, and a file in the data
 * folder repeats the count; the file also knows its own inode and birth, so that a copied folder is recognised as well
 * (docs/decisions/0276).
 */
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../database.ts';
import { hasCode, syncFolder } from '../../platform/files.ts';
import { readRow, readRows } from '../../platform/rows.ts';

const markSchema = z.object({ epoch: z.uuid(), counter: z.int().min(0), body: z.string() });
type Mark = z.infer<typeof markSchema>;

/** Every content is as long, so that it is replaced in place by one write of less than a sector. */
const LENGTH = 200;

export const markPath = (dataDir: string): string => join(dataDir, 'mail', 'sent.json');

const senderRow = z.object({
  epoch: z.string(),
  counter: z.coerce.number(),
  isMarkDue: z.boolean(),
  haltedAt: z.date().nullable(),
  haltReason: z.string().nullable(),
  serverProblem: z.string().nullable(),
});
export type SenderState = z.infer<typeof senderRow>;

export const readSender = (db: Queryable): Promise<SenderState> =>
  readRow(
    db,
    senderRow,
    sql`SELECT epoch, counter, is_mark_due, halted_at, halt_reason, server_problem FROM mail_sender`,
  );

/** The mark while a round of sending lasts. */
export interface OpenMark {
  epoch: string;
  /** Stores how far was sent, before a mail leaves. Counts that come at the same time are stored together. */
  store(counter: number): Promise<void>;
  close(): Promise<void>;
}

const HALTS = {
  missing:
    'The data folder does not know what was sent last, so the database or the folder is another one than before.',
  foreign: 'The data folder belongs to another database, or to an earlier beginning of this one.',
  copied: 'The data folder is a copy or was restored from a backup, so mails may have been sent that it does not know.',
  older: 'The database is older than what was sent last: it was restored from a backup that lacks some mails.',
} as const;

/**
 * Compares the database with the data folder and opens the mark. Returns the reason for which nothing may be sent until
 * a person allows it.
 */
export async function openMark(db: Db, dataDir: string): Promise<OpenMark | { halt: string }> {
  const sender = await readSender(db);
  if (sender.haltReason !== null) return { halt: sender.haltReason };
  const path = markPath(dataDir);
  if (sender.isMarkDue && (await takeNewBeginning(db, sender.epoch))) return await createMark(path, sender);
  const file = await openIfThere(path);
  if (file === undefined) {
    // Nothing was ever sent from this database, so there is nothing to send twice.
    if (sender.counter === 0) return await createMark(path, sender);
    return { halt: HALTS.missing };
  }
  const mark = await readMark(file);
  const halt = haltOf(mark, await bodyOf(file), sender);
  if (halt === null) return markOn(file, sender);
  await file.close();
  return { halt };
}

function haltOf(mark: Mark | undefined, body: string, { epoch, counter }: SenderState): string | null {
  if (mark === undefined) return HALTS.missing;
  if (mark.epoch !== epoch) return HALTS.foreign;
  if (mark.body !== body) return HALTS.copied;
  if (mark.counter > counter) return HALTS.older;
  return null;
}

/** Only one data folder takes a new beginning. */
async function takeNewBeginning(db: Queryable, epoch: string): Promise<boolean> {
  const rows = await readRows(
    db,
    z.object({ epoch: z.string() }),
    sql`UPDATE mail_sender SET is_mark_due = false WHERE is_mark_due AND epoch = ${epoch} RETURNING epoch`,
  );
  return rows.length > 0;
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The identity of a file, whatever its name: a copy has another inode, or at least another time of birth. */
async function bodyOf(file: FileHandle): Promise<string> {
  const { ino, birthtimeMs } = await file.stat();
  return `${ino} ${Math.round(birthtimeMs)}`;
}

async function readMark(file: FileHandle): Promise<Mark | undefined> {
  const buffer = Buffer.alloc(LENGTH);
  const { bytesRead } = await file.read(buffer, 0, LENGTH, 0);
  try {
    return markSchema.safeParse(JSON.parse(buffer.subarray(0, bytesRead).toString('utf8'))).data;
  } catch {
    // A file that cannot be read says as little as a missing one.
    return undefined;
  }
}

async function createMark(path: string, sender: SenderState): Promise<OpenMark> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w+', 0o644);
  const mark = markOn(file, sender, await bodyOf(file));
  await mark.store(sender.counter);
  await file.sync();
  await syncFolder(dirname(path));
  return mark;
}

function markOn(file: FileHandle, { epoch, counter: stored }: SenderState, known?: string): OpenMark {
  let highest = stored;
  let written = known === undefined ? stored : -1;
  let writing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    if (written >= highest) return;
    const counter = highest;
    const body = known ?? (await bodyOf(file));
    await file.write(JSON.stringify({ epoch, counter, body }).padEnd(LENGTH), 0, 'utf8');
    written = counter;
  };
  return {
    epoch,
    async store(counter) {
      highest = Math.max(highest, counter);
      writing = writing.then(write);
      await writing;
    },
    close: () => file.close(),
  };
}

/** How long a worker whose data folder fits has time to show itself; there may be several machines. */
const DOUBT_MS = 30_000;

/** Notes whether the data folder fits. Returns true if none that fits has been seen for a while. */
export async function doubt(db: Queryable, fits: boolean, now: Date): Promise<boolean> {
  if (fits) {
    await sql`UPDATE mail_sender SET doubted_at = NULL WHERE doubted_at IS NOT NULL`.execute(db);
    return false;
  }
  const { since } = await readRow(
    db,
    z.object({ since: z.date() }),
    sql`UPDATE mail_sender SET doubted_at = coalesce(doubted_at, ${now}) RETURNING doubted_at AS since`,
  );
  return now.getTime() - since.getTime() >= DOUBT_MS;
}

/** Stops all sending until a person allows it. Returns false if it had stopped before. */
export async function halt(trx: Queryable, reason: string, now: Date): Promise<boolean> {
  const { numAffectedRows } =
    await sql`UPDATE mail_sender SET halted_at = ${now}, halt_reason = ${reason} WHERE halted_at IS NULL`.execute(trx);
  return numAffectedRows === 1n;
}
