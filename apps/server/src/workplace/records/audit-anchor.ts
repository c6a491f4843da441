/**
 * Anchors of the audit trail: its newest hash, signed with the vault's key, in a file outside the database. Whoever
 * can only write to the database can neither cut entries off nor compute the chain again unnoticed
 * (docs/decisions/0190).
 */
import { join } from 'node:path';
import { z } from 'zod';
import type { Db } from '../../database.ts';
import { readIfThere, writeFileAtomic } from '../../platform/files.ts';
import type { Job } from '../../platform/job.ts';
import { StartError } from '../../platform/start-error.ts';
import { sameToken } from '../../platform/tokens.ts';
import type { Vault } from '../../platform/vault.ts';

const anchorLine = z.strictObject({
  at: z.iso.datetime(),
  /** The newest entry at that time, and its hash, which covers every entry before it. */
  id: z.int().positive(),
  hash: z.hex().length(64),
  mac: z.hex().length(64),
});
export type Anchor = z.infer<typeof anchorLine>;

/** Each anchor covers everything before it, so that only the latest are worth keeping. */
const KEPT = 100;
const EVERY_MS = 10_000;

export const anchorPath = (dataDir: string): string => join(dataDir, 'audit', 'anchors.jsonl');

const PURPOSE = 'audit anchor';
const signedText = ({ at, id, hash }: Omit<Anchor, 'mac'>): string => `${at} ${id} ${hash}`;

const macOf = (vault: Vault, anchor: Omit<Anchor, 'mac'>): string =>
  vault.index(signedText(anchor), PURPOSE).toString('hex');

/** Whether the present key has signed an anchor, or an earlier one. */
const isSigned = (vault: Vault, anchor: Anchor): boolean =>
  [macOf(vault, anchor), ...vault.formerIndexes(signedText(anchor), PURPOSE).map((mac) => mac.toString('hex'))].some(
    (mac) => sameToken(anchor.mac, mac),
  );

/**
 * The anchors of a data folder, oldest first. Errors: StartError if one of them was changed or signed with another key.
 */
export async function readAnchors(dataDir: string, vault: () => Promise<Vault>): Promise<Anchor[]> {
  const path = anchorPath(dataDir);
  const lines = ((await readIfThere(path)) ?? '').split('\n').filter((line) => line !== '');
  if (lines.length === 0) return [];
  const opened = await vault();
  return lines.map((line) => {
    const read = anchorLine.safeParse(jsonOf(line));
    if (!read.success || !isSigned(opened, read.data))
      throw new StartError(`The anchors of the audit trail in ${path} were changed, or belong to another key.`);
    return read.data;
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export interface AnchorDeps {
  db: Db;
  dataDir: string;
  vault: () => Promise<Vault>;
}

/**
 * Anchors the newest entry if there is one since the last anchor. Throws if the database no longer has the entry that was
 * anchored last; the anchor then stays as it is, as evidence.
 */
export async function anchorAudit({ db, dataDir, vault }: AnchorDeps, now = new Date()): Promise<void> {
  const anchors = await readAnchors(dataDir, vault);
  const last = anchors.at(-1);
  const head = await db.selectFrom('audit').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (last !== undefined) {
    const anchored = await db.selectFrom('audit').select('hash').where('id', '=', last.id).executeTakeFirst();
    if (anchored?.hash.toString('hex') !== last.hash)
      throw new Error(
        `Entry ${last.id} of the audit trail is missing or differs from its anchor in ${anchorPath(dataDir)}. Run npm run verify-audit.`,
      );
  }
  if (head === undefined || head.id === last?.id) return;
  const fresh = { at: now.toISOString(), id: head.id, hash: head.hash.toString('hex') };
  const kept = [...anchors, { ...fresh, mac: macOf(await vault(), fresh) }].slice(-KEPT);
  await writeFileAtomic(anchorPath(dataDir), kept.map((anchor) => `${JSON.stringify(anchor)}\n`).join(''), 0o600);
}

/** Anchors the trail every few seconds. */
export const auditJobs = (deps: AnchorDeps): Job[] => [
  { name: 'audit anchors', everyMs: EVERY_MS, run: () => anchorAudit(deps) },
];
