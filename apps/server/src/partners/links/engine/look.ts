/** One look at a link: what its address answers, and what that says about it. */
import type { ClickIdFate } from '@signpost/contract/traffic/clicks/link-verdict.ts';
import { OUTGOING_PROBLEMS, type OutgoingProblem } from '../../../platform/outgoing.ts';
import { LONGEST_HOLD_MS } from '../polite.ts';
import type { LookKind, Observation } from './decide.ts';
import { softFailureOf } from './soft-404.ts';
import { type Step, type Walk, type WalkDeps, type WalkProblem, walk } from './walk.ts';
import { wallOf } from './walls.ts';

export interface Look {
  kind: LookKind;
  observations: readonly Observation[];
  /** The reason in a sentence; empty for a plain success. */
  reason: string;
  steps: readonly Step[];
  end: string;
  http: number | null;
  title: string;
  certificateUntil: string | null;
  /** Null if nothing answered where the id could have been lost. */
  clickId: ClickIdFate | null;
  /** The number of the step at which the click id was missing first, counted from 0; null if it was not lost. */
  lostAt: number | null;
  /** When a limited host may be asked again; null if it did not say. */
  retryAt: string | null;
}

type Judged = Pick<Look, 'kind' | 'observations' | 'reason'> & { retryAt?: string | null };

/** Opens a link once. A failure is confirmed by a second request of another kind. Failures of the other side never throw. */
export async function look(deps: WalkDeps, start: string, now: () => Date): Promise<Look> {
  const found = await walk(deps, start);
  const judged = await judge(deps, start, found, now());
  return {
    ...judged,
    retryAt: judged.retryAt ?? null,
    steps: found.steps,
    end: found.end,
    http: found.http,
    title: found.page?.title ?? '',
    certificateUntil: found.certificateUntil,
    ...fateOf(deps.clickId, found.steps),
  };
}

async function judge(deps: WalkDeps, start: string, found: Walk, now: Date): Promise<Judged> {
  const { http, headers, page, end, problem } = found;
  if (problem !== null) return await confirm(deps, start, judgeProblem(problem, found));
  if (http === null) return { kind: 'unknown', observations: ['none'], reason: 'There was no answer.' };
  if (http === 429 || (http === 503 && headers['retry-after'] !== undefined)) {
    const retryAt = retryTime(headers['retry-after'], now);
    const limits = `The host limits our visits (HTTP ${http}).`;
    return {
      kind: 'limited',
      observations: ['none'],
      reason: retryAt === null ? limits : `${limits} It may be asked again at ${retryAt}.`,
      retryAt,
    };
  }
  const wall = wallOf({ http, headers, page, start, end });
  if (wall !== null) return { kind: 'blocked', observations: ['none'], reason: wall };
  // Such as 000, which some servers send when they have failed themselves.
  if (http < 100 || http >= 600)
    return { kind: 'weak', observations: ['weak'], reason: `The server answers with ${http}, which is no status.` };
  if (http === 404 || http === 410)
    return await confirm(deps, start, {
      kind: 'failed',
      observations: ['failed'],
      reason: `The page does not exist (HTTP ${http}).`,
    });
  // No other status says that the page is gone; 426, for one, asks for another protocol.
  if (http >= 400) return { kind: 'weak', observations: ['weak'], reason: `The server answers with HTTP ${http}.` };
  if (http >= 300) return { kind: 'unknown', observations: ['none'], reason: `The chain ends with HTTP ${http}.` };
  const soft = page && (await softFailureOf(deps, end, page));
  if (soft !== null)
    return {
      kind: 'failed',
      observations: soft.isConfirmed ? ['failed', 'failed'] : ['failed'],
      reason: soft.reason,
    };
  return judgeSuccess(start, found);
}

function judgeSuccess(start: string, { end, steps }: Walk): Judged {
  const isPermanent = steps.some(({ http }) => http === 301 || http === 308);
  if (!isPermanent || plain(start) === plain(end)) return { kind: 'ok', observations: ['ok'], reason: '' };
  return { kind: 'moved', observations: ['ok'], reason: `The page has moved for good to ${end}.` };
}

/** An address without what changes nothing for visitors: the scheme, `www.`, and a slash at the end. */
const plain = (url: string): string => url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/?([?#]|$)/, '$1');

/** Certificates for which browsers warn their visitors too. */
const WARNED = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);
const CHAIN_PROBLEMS = {
  loop: 'The redirects form a loop.',
  too_long: 'There are more than 20 redirects.',
  bad_redirect: 'A redirect leads to an address that browsers do not open.',
} as const;

function judgeProblem(problem: WalkProblem, { code, end }: Walk): Judged {
  switch (problem) {
    case 'app':
      return { kind: 'ok', observations: ['ok'], reason: 'The link leads into an app.' };
    case 'loop':
    case 'too_long':
    case 'bad_redirect':
      return { kind: 'failed', observations: ['failed'], reason: CHAIN_PROBLEMS[problem] };
    case 'bad_address':
    case 'bad_host':
    case 'has_login':
    case 'long_address':
    case 'private_address':
      return { kind: 'unknown', observations: ['none'], reason: OUTGOING_PROBLEMS[problem] };
    case 'unknown_host':
      if (code === 'EAI_AGAIN')
        return { kind: 'weak', observations: ['weak'], reason: 'The name of the host could not be looked up.' };
      return { kind: 'failed', observations: ['failed'], reason: `The host ${new URL(end).hostname} does not exist.` };
    case 'tls':
      if (WARNED.has(code))
        return {
          kind: 'failed',
          observations: ['failed'],
          reason: `${OUTGOING_PROBLEMS.tls} Browsers warn visitors (${code}).`,
        };
      return { kind: 'weak', observations: ['weak'], reason: OUTGOING_PROBLEMS.tls };
    case 'refused':
    case 'timeout':
    case 'broken':
      return { kind: 'weak', observations: ['weak'], reason: OUTGOING_PROBLEMS[problem satisfies OutgoingProblem] };
  }
}

/** Asks again by HEAD after a failure: only if that fails as well, the look counts as two observations. */
async function confirm(deps: WalkDeps, start: string, judged: Judged): Promise<Judged> {
  if (judged.kind !== 'failed') return judged;
  const second = await walk({ ...deps, clickId: null }, start, 'HEAD');
  const { http, problem } = second;
  if (problem !== null)
    return { ...judged, observations: [...judged.observations, ...judgeProblem(problem, second).observations] };
  // Many servers do not answer HEAD properly, so its refusals say nothing.
  if (http === 404 || http === 410) return { ...judged, observations: [...judged.observations, 'failed'] };
  return judged;
}

/** The time of a Retry-After header: seconds or a date, at most a day ahead. */
function retryTime(text: string | undefined, now: Date): string | null {
  if (text === undefined) return null;
  const at = /^\d+$/.test(text) ? now.getTime() + Number(text) * 1_000 : Date.parse(text);
  if (Number.isNaN(at)) return null;
  return new Date(Math.min(Math.max(at, now.getTime()), now.getTime() + LONGEST_HOLD_MS)).toISOString();
}

/** The id has to be carried at the last step, because the partner's site reads it there. */
function fateOf(clickId: string | null, steps: readonly Step[]): Pick<Look, 'clickId' | 'lostAt'> {
  if (clickId === null || steps[0]?.hasClickId !== true) return { clickId: 'not_sent', lostAt: null };
  const last = steps.at(-1);
  // An address that nobody opened shows nothing, however complete it looks.
  if (last?.hasClickId === true) return { clickId: last.http === null ? null : 'survives', lostAt: null };
  return { clickId: 'lost', lostAt: steps.findLastIndex(({ hasClickId }) => hasClickId) + 1 };
}
