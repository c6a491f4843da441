/**
 * The order in which watched links are looked at: by the money at risk since the last look, times the chance of a
 * failure since then (docs/decisions/0220). Pure.
 */

export interface Watched {
  id: number;
  host: string;
  revenuePerDay: number;
  /** Milliseconds since 1970. */
  since: number;
  lookedAt: number | null;
  /** The host asked us to stay away until then. */
  notBefore: number | null;
  isDead: boolean;
  /** Failed looks since it was last surely alive. */
  failures: number;
  /** Successful looks in a row. */
  successes: number;
  /** How often it has died. */
  deaths: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** As many looks as if each address were looked at once an hour. */
export const LOOKS_PER_DAY = 24;
/** Looks at one address are independent when they are this far apart (docs/decisions/0220). */
export const APART_MS = 10 * MINUTE_MS;
/** A dead link is looked at this often, until it first works again. */
const DEAD_EVERY_MS = 30 * MINUTE_MS;
/** No link is left alone for longer, however little it brings. */
const LONGEST_MS = DAY_MS;

/** Before anything is known, a link dies about once in sixty days. */
const PRIOR = { deaths: 1, days: 60 } as const;
/** A link without revenue counts this share of an average one, because its revenue may be about to begin. */
const FLOOR = 0.05;

/** The chance that a working link has failed since its last look. */
export function chanceOfFailure({ deaths, since }: Pick<Watched, 'deaths' | 'since'>, unseenMs: number, now: number) {
  const perDay = (PRIOR.deaths + deaths) / (PRIOR.days + (now - since) / DAY_MS);
  return -Math.expm1((-perDay * unseenMs) / DAY_MS);
}

/** The revenue of the time since the last look, times the chance that it was lost. */
export function moneyAtRisk(link: Watched, average: number, now: number): number {
  const unseenMs = now - (link.lookedAt ?? 0);
  const perDay = Math.max(link.revenuePerDay, average * FLOOR, 1e-6);
  return perDay * (unseenMs / DAY_MS) * chanceOfFailure(link, unseenMs, now);
}

function rankOfDead({ failures, successes }: Watched, unseenMs: number): number | undefined {
  if (failures < 2 || successes > 0) return 0;
  if (unseenMs >= DEAD_EVERY_MS) return 1;
  return undefined;
}

/** The urgency of a look, regardless of the money at risk: 0 is first. Undefined if it must wait. */
function rank(link: Watched, now: number): number | undefined {
  if (link.notBefore !== null && link.notBefore > now) return undefined;
  if (link.lookedAt === null) return 1;
  const unseenMs = now - link.lookedAt;
  if (unseenMs < APART_MS) return undefined;
  if (link.isDead) return rankOfDead(link, unseenMs);
  if (link.failures > 0 && link.successes === 0) return 0;
  if (unseenMs >= LONGEST_MS) return 1;
  return 2;
}

/** The links to look at now, the most urgent first; suspects and unseen links come before all others. */
export function chooseLooks<Link extends Watched>(links: readonly Link[], budget: number, now: number): Link[] {
  const average = links.reduce((sum, { revenuePerDay }) => sum + revenuePerDay, 0) / Math.max(links.length, 1);
  return links
    .flatMap((link) => {
      const urgency = rank(link, now);
      if (urgency === undefined) return [];
      return [{ link, urgency, risk: moneyAtRisk(link, average, now) }];
    })
    .sort((one, other) => one.urgency - other.urgency || other.risk - one.risk)
    .slice(0, budget)
    .map(({ link }) => link);
}

/** How many looks a round may make that begins this long after the one before. */
export const budgetOf = (links: number, sinceLastMs: number): number =>
  Math.ceil((links * LOOKS_PER_DAY * Math.min(sinceLastMs, APART_MS)) / DAY_MS);
