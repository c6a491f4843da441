/** The first half of the way: link, rules, page, hops, target. */

import { TEST_CLICK_PARAMETER } from '@signpost/contract/reading/pass-on.ts';
import { type TraceStep, traceSchema } from '@signpost/contract/traffic/clicks/trace.ts';
import { TEST_CLICK_HEADER } from '@signpost/contract/traffic/links/launch.ts';
import { z } from 'zod';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { OutgoingError, type Send } from '../../../platform/outgoing.ts';
import { engineRow } from '../../../platform/rows.ts';
import { LANGUAGE, type Way } from './way.ts';

const PAUSE_MS = 300;
/** Routers read a changed configuration within two seconds, and facts arrive within two; a busy machine takes longer. */
const PATIENCE_MS = 20_000;

export interface Opened {
  clickId: string | null;
  location: string | null;
  http: number | null;
  problem: string | null;
}

/** Waits until `look` finds something, or gives up. */
export async function waitFor<T>(
  look: () => Promise<T | null>,
  signal: AbortSignal,
  patienceMs = PATIENCE_MS,
): Promise<T | null> {
  const until = performance.now() + patienceMs;
  for (;;) {
    signal.throwIfAborted();
    const found = await look();
    if (found !== null || performance.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Opens our own address once, without following it. */
export async function openOwn(send: Send, url: string, headers: Record<string, string>): Promise<Opened> {
  try {
    const { http, location, headers: answered } = await send({ url, headers, acceptsPart: true });
    return { http, location, clickId: answered[TEST_CLICK_HEADER] ?? null, problem: null };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { http: null, location: null, clickId: null, problem: error.problem };
  }
}

/** Opens the link as a test. Routers that do not know the ticket yet answer 503, so it is asked again. */
export async function openLink(
  send: Send,
  { base, way, token, userAgent }: { base: string; way: Way; token: string; userAgent: string },
  signal: AbortSignal,
): Promise<Opened> {
  const url = `${base}${way.path}?${TEST_CLICK_PARAMETER}=${token}`;
  const headers = {
    'user-agent': userAgent,
    cookie: `signpost_visitor=${way.visitor}`,
    accept: 'text/html,*/*;q=0.8',
    'accept-language': LANGUAGE,
  };
  let last: Opened | null = null;
  await waitFor(async () => {
    last = await openOwn(send, url, headers);
    if (last.http === 503 || last.http === null) return null;
    return last;
  }, signal);
  return last ?? { http: null, location: null, clickId: null, problem: null };
}

const factRow = z.object({
  kind: z.string(),
  campaignId: z.number(),
  ruleId: z.number(),
  offerId: z.number(),
  partnerId: z.number(),
  dealId: z.number(),
  dealType: z.string(),
  targetUrl: z.string(),
  trace: z.string(),
});
export type ClickFact = Omit<z.output<typeof factRow>, 'trace'> & { trace: readonly TraceStep[] };

/** The facts of a click so far: its visit, and its step to the offer. */
export async function readClickFacts(clickhouse: ClickHouse, clickId: string): Promise<ClickFact[]> {
  const rows = await clickhouse.query(
    `SELECT kind, campaign_id, rule_id, offer_id, partner_id, deal_id, deal_type, target_url, trace FROM facts
      WHERE click_id = {clickId:UUID} AND kind IN ('bot_visit', 'clickout') ORDER BY at, kind`,
    { clickId },
    { parse: engineRow(factRow) },
  );
  return rows.map(({ trace, ...row }) => {
    const { data } = traceSchema.safeParse(jsonOf(trace));
    return { ...row, trace: data?.steps ?? [] };
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A fact without a trace is shown without its steps.
    return null;
  }
}
