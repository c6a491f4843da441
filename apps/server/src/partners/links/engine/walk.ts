/** Walks a chain of redirects like a browser: with cookies, refresh tags and simple scripts. */
import { errorCode } from '../../../platform/error-text.ts';
import { OutgoingError, type OutgoingProblem, type Send } from '../../../platform/outgoing.ts';
import { carries } from './click-id.ts';
import { cookieJar } from './cookies.ts';
import { leavingTo, type Page, readPage } from './page.ts';

/** Browsers give up after twenty. */
const MOST_HOPS = 20;
const HOP_TIMEOUT_MS = 10_000;
const MOST_BYTES = 256 * 1024;

export interface Step {
  url: string;
  /** Null if there was no answer. */
  http: number | null;
  ms: number;
  /** How it led on; null where the chain ended. */
  by: 'redirect' | 'page' | null;
  /** Whether the address or the cookies at this step carry the click id. */
  hasClickId: boolean;
}

/** Why a chain has no answer at its end. */
export type WalkProblem = OutgoingProblem | 'loop' | 'too_long' | 'bad_redirect' | 'app';

export interface Walk {
  steps: Step[];
  end: string;
  http: number | null;
  headers: Readonly<Record<string, string>>;
  page: Page | null;
  certificateUntil: string | null;
  problem: WalkProblem | null;
  /** The error code of the network, such as `ENOTFOUND`. */
  code: string;
}

export interface WalkDeps {
  send: Send;
  headers: Readonly<Record<string, string>>;
  /** The test click id; null if the link carries none. */
  clickId: string | null;
}

export async function walk(deps: WalkDeps, start: string, method: 'GET' | 'HEAD' = 'GET'): Promise<Walk> {
  const jar = cookieJar();
  const seen = new Set<string>();
  const steps: Step[] = [];
  let url = start;
  for (;;) {
    const { host } = new URL(url);
    const cookie = jar.headerFor(host);
    // A site may lead to the same address again after it has set a cookie.
    const place = `${url} ${cookie}`;
    if (seen.has(place)) return ended(steps, url, 'loop');
    if (steps.length > MOST_HOPS) return ended(steps, url, 'too_long');
    seen.add(place);
    const hasClickId = deps.clickId !== null && carries(`${url} ${cookie}`, deps.clickId);
    const answer = await open(deps, { url, cookie, method });
    if ('problem' in answer) {
      steps.push({ url, http: null, ms: answer.ms, by: null, hasClickId });
      return { ...ended(steps, url, answer.problem), code: answer.code };
    }
    jar.store(host, answer.cookies);
    const { next, by, page } = leadsTo(answer);
    const keptInCookie = deps.clickId !== null && carries(answer.cookies.join(' '), deps.clickId);
    const step: Step = { url, http: answer.http, ms: answer.ms, by, hasClickId: hasClickId || keptInCookie };
    steps.push(step);
    if (next === null)
      return {
        ...ended(steps, url, null),
        http: answer.http,
        headers: answer.headers,
        page,
        certificateUntil: answer.certificateUntil,
      };
    const target = targetOf(next, url);
    if (typeof target !== 'string') return { ...ended(steps, url, target.problem), http: answer.http };
    url = target;
  }
}

const ended = (steps: Step[], end: string, problem: WalkProblem | null): Walk => ({
  steps,
  end,
  http: null,
  headers: {},
  page: null,
  certificateUntil: null,
  problem,
  code: '',
});

interface Request {
  url: string;
  cookie: string;
  method: 'GET' | 'HEAD';
}

async function open({ send, headers }: WalkDeps, { url, cookie, method }: Request) {
  try {
    return await send({
      url,
      method,
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
      timeoutMs: HOP_TIMEOUT_MS,
      mostBytes: MOST_BYTES,
      acceptsPart: true,
    });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { problem: error.problem, ms: error.ms, code: errorCode(error.cause) };
  }
}

type Answer = Exclude<Awaited<ReturnType<typeof open>>, { problem: OutgoingProblem }>;

/** Where an answer leads on, and the page that it shows. */
function leadsTo(answer: Answer): { next: string | null; by: Step['by']; page: Page | null } {
  const { http, location, contentType, body, headers } = answer;
  if (http >= 300 && http < 400 && location !== null) return { next: location, by: 'redirect', page: null };
  const page = /html|^$/i.test(contentType) && body !== '' ? readPage(body) : null;
  const none = { next: null, by: null, page };
  if (http >= 300) return none;
  const refresh = /url\s*=\s*['"]?([^'"\s]+)/i.exec(headers.refresh ?? '')?.[1];
  const next = refresh ?? (page && leavingTo(page));
  if (next === null) return none;
  return { next, by: 'page', page };
}

/** Schemes that browsers do not open from a web page, and that no app takes. */
const SHUT_SCHEMES = new Set(
  [
    'about',
    'blob',
    'data',
    'file',
    'filesystem',
    'ftp',
    'gopher',
    'javascript',
    'vbscript',
    'view-source',
    'ws',
    'wss',
  ].map((name) => `${name}:`),
);

/** The absolute address of a redirect. */
function targetOf(next: string, from: string): string | { problem: WalkProblem } {
  const target = URL.parse(next, from);
  if (target === null || SHUT_SCHEMES.has(target.protocol)) return { problem: 'bad_redirect' };
  if (target.protocol === 'http:' || target.protocol === 'https:') {
    // The part after # never reaches a server.
    target.hash = '';
    return target.href;
  }
  // Such as `market:` or `itms-apps:`, which phones open in an app.
  return { problem: /^[a-z][a-z0-9+.-]+:$/i.test(target.protocol) ? 'app' : 'bad_redirect' };
}
