/**
 * `/push/…` on the click port: the script and the worker for sites, and what they send (docs/product/push.md). GET changes
 * nothing, and nothing from outside throws.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readJson } from '@signpost/contract/reading/json.ts';
import {
  PUSH_PATHS,
  pushReportSchema,
  pushSubscribeSchema,
  pushUnsubscribeSchema,
} from '@signpost/contract/traffic/push/subscribe.ts';
import type { Db } from '../../database.ts';
import { limiter } from '../../platform/limit.ts';
import type { Log } from '../../platform/log.ts';
import { readBody } from '../../platform/request-body.ts';
import { agentOf } from '../clicks/redirect/agent.ts';
import { networkOf } from '../clicks/redirect/bursts.ts';
import type { CountryOf } from '../clicks/redirect/country.ts';
import { currentPublicKey } from './keys.ts';
import { endSubscription, isUsable, storeReport, storeSubscription } from './subscriptions.ts';

export interface PushIntakeDeps {
  db: Db;
  log: Log;
  /** The caller's address, with trusted proxies taken into account. */
  addressOf: (request: IncomingMessage) => string;
  /** Whether subscriptions may lie in private networks; for tests and development. */
  allowPrivate: boolean;
  now?: () => Date;
}

const PREFIX = '/push/';
const LONGEST_URL = 1_024;
const LONGEST_BODY = 8 * 1024;
const RETRY_SECONDS = '5';
/** A machine that subscribes again and again is slowed down. */
const SUBSCRIPTIONS = { burst: 120, perSecond: 4 };
/** Whole phone companies share an address, and report what a push has just shown. */
const OTHERS = { burst: 3_000, perSecond: 200 };
/** A new key reaches browsers after this time at the latest. */
const KEY_KEPT_MS = 5_000;
const SCRIPT_KEPT = 'public, max-age=300';

interface Answer {
  http: number;
  type?: 'application/json' | 'text/javascript; charset=utf-8';
  body?: string;
  headers?: Record<string, string>;
}

const script = (name: string): Answer => ({
  http: 200,
  type: 'text/javascript; charset=utf-8',
  body: readFileSync(new URL(`./site/${name}`, import.meta.url), 'utf8'),
  headers: { 'cache-control': SCRIPT_KEPT },
});
const json = (value: unknown, http = 200): Answer => ({ http, type: 'application/json', body: JSON.stringify(value) });
const DONE: Answer = { http: 204 };
const REFUSED: Answer = json({ problem: 'This could not be read.' }, 400);
const UNKNOWN: Answer = json({ problem: 'There is nothing here.' }, 404);

/** Sites on any host send without cookies, so any of them may read the answers. */
const SHARED = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

type Handler = (request: IncomingMessage, response: ServerResponse, countryOf: CountryOf) => boolean;

/** The handler of the click port's server; it returns false for any other request. */
export function pushHandler(deps: PushIntakeDeps): Handler {
  const { log } = deps;
  const answerTo = answering(deps);
  let isFailing = false;
  return (request, response, countryOf) => {
    if (request.url?.startsWith(PREFIX) !== true) return false;
    answerTo(request, countryOf)
      .then(
        (given) => {
          isFailing = false;
          say(request, response, given);
        },
        (err: unknown) => {
          if (!isFailing)
            log.error({ err }, 'push subscriptions cannot be stored: browsers try again at their next visit');
          isFailing = true;
          say(request, response, {
            ...json({ problem: 'Try again later.' }, 503),
            headers: { 'retry-after': RETRY_SECONDS },
          });
        },
      )
      // An answer that cannot be written is not allowed to end the process.
      .catch((err: unknown) => {
        log.error({ err }, 'a push request could not be answered');
        response.destroy();
      });
    return true;
  };
}

function answering(deps: PushIntakeDeps) {
  const { db, addressOf, allowPrivate, now = () => new Date() } = deps;
  const time = () => now().getTime();
  const subscriptions = limiter(SUBSCRIPTIONS, time);
  const others = limiter(OTHERS, time);
  const siteScript = script('site.js');
  const worker = script('worker.js');
  const reads: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
    [PUSH_PATHS.siteScript]: () => siteScript,
    [PUSH_PATHS.worker]: () => worker,
    [PUSH_PATHS.key]: keyAnswer(db, now),
  };

  const reported = async (body: unknown, what: 'shown' | 'clicked'): Promise<Answer> => {
    const { data } = pushReportSchema.safeParse(body);
    if (data === undefined) return REFUSED;
    await storeReport(db, data.token, what, now());
    // The answer is the same for unknown words, so that it reveals nothing.
    return DONE;
  };
  type Write = (body: unknown, request: IncomingMessage, countryOf: CountryOf) => Promise<Answer>;
  const writes: Readonly<Record<string, Write>> = {
    [PUSH_PATHS.subscribe]: async (body, request, countryOf) => {
      const { data } = pushSubscribeSchema.safeParse(body);
      if (data === undefined || !isUsable(data, allowPrivate)) return REFUSED;
      const { device, bot } = agentOf(request.headers['user-agent']);
      if (bot) return REFUSED;
      const stored = await storeSubscription(db, data, { geo: countryOf(addressOf(request)), device });
      if (stored === null) return UNKNOWN;
      return json({ renew: stored.needsRenewal });
    },
    [PUSH_PATHS.unsubscribe]: async (body) => {
      const { data } = pushUnsubscribeSchema.safeParse(body);
      if (data === undefined) return REFUSED;
      await endSubscription(db, data);
      return DONE;
    },
    [PUSH_PATHS.shown]: (body) => reported(body, 'shown'),
    [PUSH_PATHS.clicked]: (body) => reported(body, 'clicked'),
  };

  return async (request: IncomingMessage, countryOf: CountryOf): Promise<Answer> => {
    const { url = '', method = '' } = request;
    if (url.length > LONGEST_URL) return refusal(414, 'The address is too long.');
    const [path = ''] = url.split('?', 1);
    const read = Object.hasOwn(reads, path) ? reads[path] : undefined;
    const write = Object.hasOwn(writes, path) ? writes[path] : undefined;
    if (read === undefined && write === undefined) return UNKNOWN;
    const allowed = read === undefined ? 'POST' : 'GET, HEAD';
    if (method === 'OPTIONS') return { ...DONE, headers: preflight(allowed) };
    if (!allowed.split(', ').includes(method)) return refusal(405, `Only ${allowed}.`, { allow: allowed });
    const limits = path === PUSH_PATHS.subscribe ? subscriptions : others;
    if (!limits.take(networkOf(addressOf(request))))
      return refusal(429, 'Too many at once.', { 'retry-after': RETRY_SECONDS });
    if (read !== undefined) return await read();
    const body = await readBody(request, LONGEST_BODY).catch(() => null);
    if (body === null) return refusal(400, 'The body is incomplete.');
    if (body === undefined) return refusal(413, 'The body is too long.');
    return (await write?.(readJson(body.toString('utf8')), request, countryOf)) ?? UNKNOWN;
  };
}

/** The body may not have been read to its end, so the connection cannot be used again. */
const refusal = (http: number, problem: string, headers: Record<string, string> = {}): Answer => ({
  ...json({ problem }, http),
  headers: { ...headers, connection: 'close' },
});

const preflight = (methods: string): Record<string, string> => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
});

/** The public key for new subscriptions, as it was a few seconds ago at most. */
function keyAnswer(db: Db, now: () => Date): () => Promise<Answer> {
  let kept: { key: Promise<string | undefined>; at: number } | undefined;
  return async () => {
    const at = now().getTime();
    if (kept === undefined || at - kept.at > KEY_KEPT_MS) {
      kept = { key: currentPublicKey(db), at };
      // A failure is not kept.
      kept.key.catch(() => {
        kept = undefined;
      });
    }
    const key = await kept.key;
    if (key === undefined)
      return { ...json({ problem: 'Not ready yet.' }, 503), headers: { 'retry-after': RETRY_SECONDS } };
    return json({ key });
  };
}

function say(
  request: IncomingMessage,
  response: ServerResponse,
  { http, type, body = '', headers = {} }: Answer,
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(http, {
    ...SHARED,
    'cache-control': 'no-store',
    ...(type !== undefined && { 'content-type': type }),
    ...(http !== 204 && { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
