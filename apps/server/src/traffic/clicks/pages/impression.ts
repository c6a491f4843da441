/** The fact of an impression: a page, a button or a banner was shown to somebody. */

import type { IncomingMessage } from 'node:http';
import type { BotReason } from '@signpost/contract/traffic/clicks/bots.ts';
import { clientAddress, type TrustedProxies } from '../../../platform/client-address.ts';
import { factLine, type KnownFact } from '../fact-line.ts';
import type { ClickLog } from '../log/writer.ts';
import type { FindClick } from '../out/find-click.ts';
import type { RecentClicks } from '../out/recent-clicks.ts';
import type { LinkProblems } from '../problems/link-problems.ts';
import { agentOf } from '../redirect/agent.ts';
import { botReason } from '../redirect/bots.ts';
import type { Bursts } from '../redirect/bursts.ts';
import { clickIdAt, isoTime } from '../redirect/click-id.ts';
import type { CountryOf } from '../redirect/country.ts';
import type { ClickCounts } from '../redirect/counts.ts';
import type { Snapshot } from '../snapshot/compile.ts';
import type { Renderings } from './renderings.ts';

export interface PageDeps {
  /** The parameter of links with the choice that a visitor made on another site. */
  consentParameter: string;
  recent: RecentClicks;
  findClick: FindClick;
  /** Called with unexpected failures. */
  failed: (err: unknown) => void;
  log: ClickLog;
  countryOf: CountryOf;
  outBursts: Bursts;
  renderings: Renderings;
  counts: ClickCounts;
  problems: LinkProblems;
  trustedProxies: TrustedProxies;
  now?: () => number;
}

/** The visitor who asks for a page, and whether it is a bot. */
export interface Asker {
  readonly address: string;
  readonly agent: ReturnType<typeof agentOf>;
  /** Two capital letters, or ''. */
  readonly geo: string;
  readonly bot: BotReason | undefined;
  readonly at: number;
}

export function askerOf(deps: PageDeps, snapshot: Snapshot, request: IncomingMessage): Asker {
  const agent = agentOf(request.headers['user-agent']);
  const address = clientAddress(request, deps.trustedProxies);
  const bot = botReason(request, agent, snapshot.exempt, address);
  return { agent, address, bot, geo: deps.countryOf(address), at: deps.now?.() ?? Date.now() };
}

/**
 * Records an impression and then answers. A bot's impression counts nothing; of a burst of them only the first ones are
 * recorded.
 */
export function recordImpression(
  deps: PageDeps,
  snapshot: Snapshot,
  { asker: { address, at, bot }, known }: { asker: Asker; known: Partial<KnownFact> },
  answer: () => void,
): void {
  if (bot !== undefined && deps.outBursts.count(address, performance.now()) && !snapshot.exempt(address)) {
    answer();
    return;
  }
  const iso = isoTime(at);
  const factId = clickIdAt(at);
  const line = factLine({
    clickId: factId,
    clickAt: iso,
    ...known,
    factId,
    kind: 'impression',
    at: iso,
    recordedAt: iso,
    reason: bot ?? 'page',
    ...(bot === undefined && { impressions: 1 }),
  });
  deps.log.append(line, answer);
}
