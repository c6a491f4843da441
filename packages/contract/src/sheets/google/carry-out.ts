/**
 * Carries out what the server plans for a Google sheet: reads it, asks the server for a plan, sends the plan as one
 * `batchUpdate`, and reports back. A lost answer is found by reading again; a quota is waited for.
 */
import { type ZodType, z } from 'zod';
import type { SheetKind } from '../sheet.ts';
import type { NewGoogleSheet } from './new-sheet.ts';
import { type GoogleRead, READ_FIELDS, readGoogleAnswer } from './read.ts';
import { addSummaries, type SyncPlan, type SyncSummary } from './sync.ts';

/** How often an answer of Google that asks for patience is waited for. */
const WAITS = 6;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** How often a sync starts over, because an answer was lost or another sync was faster. */
const ATTEMPTS = 4;
const TIMEOUT_MS = 120_000;

const CODES = ['expired', 'forbidden', 'missing', 'refused', 'lost', 'quota'] as const;
type GoogleFailureCode = (typeof CODES)[number];

const SENTENCES = {
  expired: 'The sign-in at Google has ended. Sign in again to go on.',
  forbidden: 'Google refuses access to this sheet. Ask its owner to share it with your Google account as an editor.',
  missing: 'Google does not find this sheet or its tab. It may have been deleted.',
  refused: 'Google refused the changes.',
  lost: 'Google could not be reached. Nothing is lost: sync again.',
  quota: 'Google still asks to wait. Nothing is lost: sync again in some minutes.',
} as const satisfies Record<GoogleFailureCode, string>;

/** Google did not carry out a request. */
export class GoogleFailure extends Error {
  readonly code: GoogleFailureCode;
  constructor(code: GoogleFailureCode, detail = '') {
    super(detail === '' ? SENTENCES[code] : `${SENTENCES[code]} (${detail})`);
    this.code = code;
  }
}

export interface GoogleAccess {
  /** The root of the Sheets API, without a slash at its end. */
  baseUrl: string;
  token: string;
  /** Waits; called with milliseconds. */
  wait: (milliseconds: number) => Promise<void>;
  /** Called before every wait. */
  onWait?: ((milliseconds: number) => void) | undefined;
}

const refusal = z.object({ error: z.object({ message: z.string() }) });

/** Sends one request, once. Errors: GoogleFailure; `lost` if it is unknown whether it was carried out. */
async function askOnce({ baseUrl, token }: GoogleAccess, path: string, body: unknown): Promise<unknown> {
  let answer: Response;
  let content: unknown;
  try {
    answer = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    content = await answer.json();
  } catch {
    throw new GoogleFailure('lost');
  }
  if (answer.ok) return content;
  const said = refusal.safeParse(content);
  const detail = said.success ? said.data.error.message.slice(0, 300) : '';
  if (answer.status === 401) throw new GoogleFailure('expired');
  if (answer.status === 403) throw new GoogleFailure('forbidden');
  if (answer.status === 404) throw new GoogleFailure('missing');
  if (answer.status === 429) throw new GoogleFailure('quota');
  throw new GoogleFailure(answer.status >= 500 ? 'lost' : 'refused', answer.status >= 500 ? '' : detail);
}

/** Sends one request and waits as long as Google asks for patience. A request that was refused was not carried out. */
async function ask(access: GoogleAccess, path: string, body: unknown): Promise<unknown> {
  for (let waited = 0; ; waited += 1) {
    try {
      return await askOnce(access, path, body);
    } catch (error) {
      if (!(error instanceof GoogleFailure) || error.code !== 'quota' || waited === WAITS) throw error;
      const milliseconds = Math.min(FIRST_WAIT_MS * 2 ** waited, LONGEST_WAIT_MS);
      access.onWait?.(milliseconds);
      await access.wait(milliseconds);
    }
  }
}

function read<T>(schema: ZodType<T>, content: unknown): T {
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new GoogleFailure('refused', 'its answer has an unknown form');
}

const created = z.object({
  spreadsheetId: z.string(),
  properties: z.object({ title: z.string() }),
  sheets: z.array(z.object({ properties: z.object({ sheetId: z.number().default(0) }) })).min(1),
});

/** Creates an empty Google sheet in the person's Drive. Its rows come with the first sync. */
export const createGoogleSheet = (access: GoogleAccess, title: string): Promise<MadeSheet> =>
  makeGoogleSheet(access, { properties: { title } });

interface MadeSheet {
  spreadsheetId: string;
  tabId: number;
  title: string;
}

/** Creates a Google sheet in the person's Drive, with all rows of its tabs. Errors: GoogleFailure. */
export async function makeGoogleSheet(
  access: GoogleAccess,
  sheet: NewGoogleSheet | Pick<NewGoogleSheet, 'properties'>,
): Promise<MadeSheet> {
  const path = '/v4/spreadsheets?fields=spreadsheetId,properties.title,sheets.properties.sheetId';
  const { spreadsheetId, properties, sheets } = read(created, await ask(access, path, sheet));
  return { spreadsheetId, tabId: sheets[0]?.properties.sheetId ?? 0, title: properties.title };
}

export interface SyncSteps {
  kind: SheetKind;
  spreadsheetId: string;
  tabId: number;
  /** The server's plan for what was read. */
  plan: (read: GoogleRead) => Promise<SyncPlan>;
  /** Tells the server that a plan was carried out. */
  confirm: (planId: string) => Promise<void>;
}

async function readSheet(access: GoogleAccess, { kind, spreadsheetId, tabId }: SyncSteps): Promise<GoogleRead> {
  const path = `/v4/spreadsheets/${spreadsheetId}:getByDataFilter?fields=${encodeURIComponent(READ_FIELDS)}`;
  const answer = await ask(access, path, { dataFilters: [{ gridRange: { sheetId: tabId } }] });
  const tab = readGoogleAnswer(kind, tabId, answer);
  if (tab === null) throw new GoogleFailure('missing');
  return tab;
}

/**
 * Syncs a sheet: one reading and at most one `batchUpdate`. When an answer is lost, or another sync was carried out since
 * the reading, it reads again; the server recognizes plans that were carried out. Errors: GoogleFailure, and whatever
 * `plan` and `confirm` throw.
 */
export async function syncGoogleSheet(access: GoogleAccess, steps: SyncSteps): Promise<SyncSummary> {
  let summary: SyncSummary | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const plan = await steps.plan(await readSheet(access, steps));
      summary = addSummaries(summary, plan.summary);
      if (plan.requests.length === 0) return summary;
      await ask(access, `/v4/spreadsheets/${steps.spreadsheetId}:batchUpdate?fields=spreadsheetId`, {
        requests: plan.requests,
      });
      await steps.confirm(plan.id);
      return summary;
    } catch (error) {
      const isWorthReading =
        error instanceof GoogleFailure && (error.code === 'lost' || error.code === 'refused') && attempt < ATTEMPTS;
      if (!isWorthReading) throw error;
    }
  }
}
