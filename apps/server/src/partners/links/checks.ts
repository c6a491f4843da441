/** The checks of links that people start, and their results. */

import { AppError } from '@signpost/contract/errors.ts';
import { CLICK_ID_FATES, VERDICTS, type Verdict } from '@signpost/contract/traffic/clicks/link-verdict.ts';
import {
  CHECK_SOURCES,
  type LinkCheckSummary,
  type LinkResult,
  linkResultSchema,
  RESULTS_PAGE,
} from '@signpost/contract/traffic/links/checks.ts';
import type { PastedLink } from '@signpost/contract/traffic/links/pasted.ts';
import { RUN_STATES } from '@signpost/contract/workplace/jobs/runs.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';
import { newId } from '../../platform/ids.ts';
import { readRow, readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { enqueueRun } from '../../workplace/runs/store.ts';
import type { Checked } from './check.ts';

const CHECKS_PAGE = 50;

export interface NewCheck {
  name: string;
  source: LinkCheckSummary['source'];
  links: readonly PastedLink[];
  mailTo: string | null;
}

/** Stores a check and asks for its run. Returns its id. */
export async function createCheck(trx: Trx, viewer: SessionUser, check: NewCheck, now: Date): Promise<number> {
  const { name, source, links, mailTo } = check;
  const { id } = await trx
    .insertInto('linkChecks')
    .values({ ownerId: viewer.id, name, source, mailTo, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`INSERT INTO link_check_results (check_id, position, link, url, verdict, reason, checked_at)
    SELECT ${id}, position - 1, link, url, CASE WHEN url IS NULL THEN 'unknown' END,
      coalesce(problem, ''), CASE WHEN url IS NULL THEN ${now}::timestamptz END
    FROM unnest(${links.map(({ link }) => link)}::text[], ${links.map(({ url }) => url)}::text[],
        ${links.map(({ problem }) => problem)}::text[])
      WITH ORDINALITY AS given (link, url, problem, position)`.execute(trx);
  await enqueueRun(trx, now, {
    kind: 'linkCheck',
    key: `link check ${id} ${newId()}`,
    title: `Check ${name}`,
    ownerId: viewer.id,
    input: { checkId: id },
    expectedAt: now,
  });
  return id;
}

const summaryRow = z.object({
  id: z.number(),
  name: z.string(),
  source: z.enum(CHECK_SOURCES),
  mailTo: z.string().nullable(),
  createdAt: z.date(),
  runId: z.number(),
  state: z.enum(RUN_STATES),
  problem: z.string().nullable(),
  mayCancel: z.boolean(),
  mayRunAgain: z.boolean(),
  total: z.number(),
  counts: z.record(z.string(), z.number()),
});

async function readSummaries(db: Queryable, where: RawBuilder<unknown>): Promise<LinkCheckSummary[]> {
  const rows = await readRows(
    db,
    summaryRow,
    sql`SELECT c.id, c.name, c.source, c.mail_to, c.created_at, r.id AS run_id, r.state, r.problem,
        r.state IN ('waiting', 'running') AND r.cancel_requested_at IS NULL AS may_cancel,
        r.state IN ('failed', 'cancelled') AS may_run_again, found.total, found.counts
      FROM link_checks c
      JOIN LATERAL (SELECT * FROM runs WHERE kind = 'linkCheck' AND input->>'checkId' = c.id::text
        ORDER BY id DESC LIMIT 1) r ON true
      JOIN LATERAL (SELECT coalesce(sum(count), 0)::integer AS total,
          coalesce(jsonb_object_agg(verdict, count) FILTER (WHERE verdict IS NOT NULL), '{}') AS counts
        FROM (SELECT verdict, count(*) AS count FROM link_check_results WHERE check_id = c.id GROUP BY verdict) each) found
        ON true
      WHERE ${where} ORDER BY c.id DESC LIMIT ${CHECKS_PAGE}`,
  );
  return rows.map(({ counts: found, createdAt, ...row }) => {
    const counts = verdictCounts(found);
    return {
      ...row,
      createdAt: createdAt.toISOString(),
      counts,
      done: Object.values(counts).reduce((sum, count) => sum + count, 0),
    };
  });
}

const verdictCounts = (found: Record<string, number>): Record<Verdict, number> => ({
  ok: found.ok ?? 0,
  moved: found.moved ?? 0,
  broken: found.broken ?? 0,
  blocked: found.blocked ?? 0,
  limited: found.limited ?? 0,
  flaky: found.flaky ?? 0,
  unknown: found.unknown ?? 0,
});

/** A page of the viewer's checks, the newest first. */
export const listChecks = async (db: Queryable, viewer: SessionUser, before?: number): Promise<LinkCheckSummary[]> =>
  await readSummaries(
    db,
    sql`c.owner_id = ${viewer.id} AND (${before ?? null}::bigint IS NULL OR c.id < ${before ?? null}::bigint)`,
  );

/** Errors: ITEM_NOT_FOUND where the check does not exist or is somebody else's. */
export async function readCheck(db: Queryable, viewer: SessionUser, id: number): Promise<LinkCheckSummary> {
  const [check] = await readSummaries(db, sql`c.owner_id = ${viewer.id} AND c.id = ${id}`);
  if (check === undefined) throw new AppError('ITEM_NOT_FOUND');
  return check;
}

const resultRow = z.object({
  position: z.number(),
  link: z.string(),
  verdict: z.enum(VERDICTS).nullable(),
  reason: z.string(),
  http: z.number().nullable(),
  endUrl: z.string().nullable(),
  title: z.string(),
  steps: linkResultSchema.shape.steps,
  clickId: z.enum(CLICK_ID_FATES).nullable(),
  lostAtStep: z.number().nullable(),
  certificateUntil: z.date().nullable(),
  checkedAt: z.date().nullable(),
});

const shown = ({ endUrl, certificateUntil, checkedAt, ...row }: z.infer<typeof resultRow>): LinkResult => ({
  ...row,
  end: endUrl,
  certificateUntil: certificateUntil?.toISOString() ?? null,
  checkedAt: checkedAt?.toISOString() ?? null,
});

const resultColumns = sql`position, link, verdict, reason, http, end_url, title, steps, click_id, lost_at + 1 AS lost_at_step, certificate_until, checked_at`;
/** The order of results: verdicts that need a person come first. */
const URGENCY: readonly Verdict[] = ['broken', 'flaky', 'unknown', 'limited', 'blocked', 'moved', 'ok'];
const countRow = z.object({ total: z.number() });

/** A page of results, the worst first; a lost click id counts as a problem of a link that works. */
export async function readResults(
  db: Queryable,
  id: number,
  { verdict, offset }: { verdict?: Verdict | undefined; offset: number },
): Promise<{ results: LinkResult[]; total: number }> {
  const where = sql`check_id = ${id} AND (${verdict ?? null}::text IS NULL OR verdict = ${verdict ?? null}::text)`;
  const { total } = await readRow(
    db,
    countRow,
    sql`SELECT count(*)::integer AS total FROM link_check_results WHERE ${where}`,
  );
  const rows = await readRows(
    db,
    resultRow,
    sql`SELECT ${resultColumns} FROM link_check_results WHERE ${where}
      ORDER BY CASE WHEN verdict IN ('ok', 'moved') AND click_id = 'lost' THEN 1.5
        ELSE coalesce(array_position(${[...URGENCY]}::text[], verdict), 9) END, position
      LIMIT ${RESULTS_PAGE} OFFSET ${offset}`,
  );
  return { results: rows.map(shown), total };
}

/** All results in the order of the links. */
export async function readAllResults(db: Queryable, id: number): Promise<LinkResult[]> {
  const rows = await readRows(
    db,
    resultRow,
    sql`SELECT ${resultColumns} FROM link_check_results WHERE check_id = ${id} ORDER BY position`,
  );
  return rows.map(shown);
}

const urlRow = z.object({ url: z.string() });

/** The addresses of a check that were not looked at yet. */
export async function readOpenUrls(db: Queryable, id: number): Promise<string[]> {
  const rows = await readRows(
    db,
    urlRow,
    sql`SELECT DISTINCT url FROM link_check_results WHERE check_id = ${id} AND verdict IS NULL AND url IS NOT NULL`,
  );
  return rows.map(({ url }) => url);
}

/** Stores what was found at an address, for all its places in the check. */
export async function storeChecked(
  db: Queryable,
  { id, url }: { id: number; url: string },
  found: Checked,
  now: Date,
): Promise<void> {
  await sql`UPDATE link_check_results SET verdict = ${found.verdict}, reason = ${storable(found.reason)}, http = ${found.http},
      end_url = ${storable(found.end)}, title = ${storable(found.title)}, steps = ${storable(JSON.stringify(found.steps))}::jsonb,
      click_id = ${found.clickId}, lost_at = ${found.lostAt}, certificate_until = ${found.certificateUntil}::timestamptz,
      checked_at = ${now}
    WHERE check_id = ${id} AND url = ${url}`.execute(db);
}

/** Pages of strangers may contain characters that the database cannot store. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();
