/**
 * `GET|POST /postback/{partnerKey}` (docs/product/conversions.md). Refuses requests that it cannot store, because
 * partners send them again.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  meaningOf,
  REFUSALS,
  type Refusal,
  SECRET_PARAMETER,
  SIGNATURE_HEADER,
  SIGNATURE_PARAMETER,
  TEST_PARAMETER,
} from '@signpost/contract/partners/conversions/postback.ts';
import type { Db } from '../../../database.ts';
import { limiter } from '../../../platform/limit.ts';
import type { Log } from '../../../platform/log.ts';
import { readBody } from '../../../platform/request-body.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { LinkProblems } from '../../../traffic/clicks/problems/link-problems.ts';
import { networkOf } from '../../../traffic/clicks/redirect/bursts.ts';
import { queryBehind } from '../../../traffic/clicks/redirect/tail.ts';
import { isProved, type PostbackPartner, partnerOfKey } from '../keys.ts';
import { formOf, type Parameters, pairsOf, parameterOf, reportsOf } from './body.ts';
import type { KeptRequest } from './kept.ts';
import { maskedParameters, type Report, readReport } from './read.ts';
import { type RawRequest, storeRefusal, storeReport } from './store.ts';

export interface PostbackDeps {
  db: Db;
  /** The vault opens when the first secret is needed, so that visitors' links do not wait for it. */
  vault: () => Promise<Vault>;
  log: Log;
  /** The caller's address, with trusted proxies taken into account. */
  addressOf: (request: IncomingMessage) => string;
  /** Counts postbacks to addresses that lead nowhere. */
  problems?: LinkProblems | undefined;
  /** Called when a report was stored. */
  stored?: (() => void) | undefined;
  /** Called with the status of each answer. */
  answered?: ((status: number) => void) | undefined;
  now?: () => Date;
}

/** The first character that no key can have ends it, as with links. */
const POSTBACK = /^\/+postback\/+([\w-]*)/i;
const KEY = /^[\w-]{16,64}$/;
const LONGEST_URL = 8 * 1024;
const LONGEST_BODY = 64 * 1024;
const RETRY_SECONDS = '5';
/** A partner may send a whole day's postbacks again at once; one that never stops is slowed down. */
const LIMITS = { burst: 3_000, perSecond: 300 };

interface Answer {
  http: number;
  status: string;
  headers?: Record<string, string>;
}

const refused = (reason: Refusal): Answer => ({
  http: reason === 'bad_signature' ? 403 : 400,
  status: `refused: ${reason}: ${REFUSALS[reason]}`,
});

/** Answers a postback; returns false for any other request. */
export type PostbackHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The handler of the click port's server. */
export function postbackHandler(deps: PostbackDeps): PostbackHandler {
  const { log } = deps;
  const limits = limiter(LIMITS);
  let failing = false;
  return (request, response) => {
    if (!POSTBACK.test(request.url ?? '')) return false;
    answer(deps, limits, request)
      .then(
        (given) => {
          failing = false;
          deps.answered?.(given.http);
          say(response, given);
        },
        (err: unknown) => {
          if (!failing) log.error({ err }, 'postbacks cannot be stored: partners are asked to retry');
          failing = true;
          deps.answered?.(503);
          say(response, { http: 503, status: 'try again later', headers: { 'retry-after': RETRY_SECONDS } });
        },
      )
      // An answer that cannot be written is not allowed to end the process.
      .catch((err: unknown) => {
        log.error({ err }, 'a postback could not be answered');
        response.destroy();
      });
    return true;
  };
}

async function answer(
  deps: PostbackDeps,
  limits: ReturnType<typeof limiter>,
  request: IncomingMessage,
): Promise<Answer> {
  const { url = '', method = '' } = request;
  if (url.length > LONGEST_URL)
    return { http: 414, status: 'the address is too long', headers: { connection: 'close' } };
  if (method !== 'GET' && method !== 'POST')
    return { http: 405, status: 'only GET and POST', headers: { allow: 'GET, POST', connection: 'close' } };
  const [address = '', key = ''] = POSTBACK.exec(url) ?? [];
  // Only well-formed keys have a bucket, because the names of buckets stay in memory.
  const isKey = KEY.test(key);
  if (!limits.take(`address ${networkOf(deps.addressOf(request))}`) || (isKey && !limits.take(`key ${key}`)))
    return { http: 429, status: 'too many at once', headers: { 'retry-after': RETRY_SECONDS, connection: 'close' } };
  const body = method === 'POST' ? await readBody(request, LONGEST_BODY) : Buffer.alloc(0);
  if (body === undefined) return { http: 413, status: 'the body is too long', headers: { connection: 'close' } };
  const partner = isKey ? await partnerOfKey(deps.db, key) : undefined;
  if (partner === undefined) {
    deps.problems?.count('unknown_postback', 0, `/postback/${key}`);
    return { http: 404, status: 'there is nothing here' };
  }

  const now = deps.now?.() ?? new Date();
  const query = queryBehind(url.slice(address.length));
  const fromQuery = pairsOf(query);
  const bodies = await reportsOf(body, request.headers['content-type']);
  const intake: Intake = {
    deps,
    partner,
    now,
    from: { method, address: deps.addressOf(request), agent: (request.headers['user-agent'] ?? '').slice(0, 300) },
    body: { base64: body.toString('base64'), type: request.headers['content-type'] ?? null },
  };
  const reports = Array.isArray(bodies) && bodies.length > 0 ? bodies : [new Map<string, string>()];
  const given = reports.map((report) => new Map([...fromQuery, ...report]));
  const first = given[0] ?? fromQuery;
  const header = request.headers[SIGNATURE_HEADER];
  const proof = {
    secret: parameterOf(first, SECRET_PARAMETER) ?? '',
    signature: (typeof header === 'string' ? header : parameterOf(first, SIGNATURE_PARAMETER)) ?? '',
    message: signedMessage(signedQuery(query), body),
  };
  if (partner.protection !== 'none' && !isProved(partner, await deps.vault(), proof))
    return await refuse(intake, first, 'bad_signature');
  if (bodies === null) return await refuse(intake, first, 'bad_body');
  if (bodies === 'too many') return await refuse(intake, first, 'too_many');
  const answers: Answer[] = [];
  for (const one of given) answers.push(await takeReport(intake, one, given.length === 1 ? body : null));
  return answerOf(answers);
}

/** One request of a partner. */
interface Intake {
  deps: PostbackDeps;
  partner: PostbackPartner;
  now: Date;
  from: Omit<RawRequest, 'parameters'>;
  body: NonNullable<KeptRequest['body']>;
}

/** Refusals of a whole body, which is read again as a whole. */
const OF_THE_BODY: ReadonlySet<Refusal> = new Set(['bad_body', 'too_many', 'xml_body', 'packed_body', 'nested_body']);
/** Refusals for which the form of the body may be the reason. */
const FOR_WANT: ReadonlySet<Refusal> = new Set(['no_reference', 'no_status']);

async function refuse(intake: Intake, given: Parameters, reason: Refusal): Promise<Answer> {
  const { deps, partner, now, from, body } = intake;
  if (isTest(given)) return refused(reason);
  await storeRefusal(deps.db, await deps.vault(), {
    partnerId: partner.partnerId,
    reason,
    raw: { ...from, parameters: maskedParameters(given, partner.settings) },
    kept: { parameters: [...given], body: OF_THE_BODY.has(reason) ? body : null },
    at: now,
  });
  return refused(reason);
}

const isTest = (given: Parameters): boolean => parameterOf(given, TEST_PARAMETER) !== undefined;

const withNotes = (answer: Answer, notes: readonly string[]): Answer => {
  if (notes.length === 0) return answer;
  return { ...answer, status: `${answer.status}: ${notes.join(' ')}` };
};

/** Stores one report, or its refusal. `body` is the body that has only this report. */
async function takeReport(intake: Intake, given: Parameters, body: Buffer | null): Promise<Answer> {
  const { deps, partner, now, from } = intake;
  const read = readReport(given, partner, now);
  if ('refusal' in read) {
    const form = body !== null && FOR_WANT.has(read.refusal) ? formOf(body) : null;
    return await refuse(intake, given, form ?? read.refusal);
  }
  const { report, notes } = read;
  if (isTest(given)) return withNotes(testAnswer(partner, report), notes);
  const raw = { ...from, parameters: maskedParameters(given, partner.settings), notes };
  const { assigned } = await storeReport(deps.db, { partner, report, raw }, now);
  deps.stored?.();
  // The answer is the same for new, repeated and unknown clicks, so that it reveals nothing.
  return withNotes(assigned ? { http: 200, status: 'ok' } : { http: 202, status: 'accepted' }, notes);
}

/** The answer to several reports: a line for each, and the status of the worst. All of them can be sent again. */
function answerOf(answers: readonly Answer[]): Answer {
  const [only] = answers;
  if (only !== undefined && answers.length === 1) return only;
  return { http: Math.max(...answers.map(({ http }) => http)), status: answers.map(({ status }) => status).join('\n') };
}

/** Describes how a report would be read. */
function testAnswer(partner: PostbackPartner, { status, occurredAt }: Report): Answer {
  const meaning = meaningOf(status, occurredAt.toISOString().slice(0, 10), partner.settings, partner.overrides);
  if (meaning === null) return { http: 202, status: `test: the status ${status} has not been assigned yet` };
  return { http: 200, status: `test: ${status} means ${meaning}` };
}

/** The signed text: the body, the query, or both with a line break between them. */
function signedMessage(query: string, body: Buffer): string | Buffer {
  if (body.length === 0) return query;
  if (query === '') return body;
  return Buffer.concat([Buffer.from(`${query}\n`), body]);
}

/** The signed part of the query: the unchanged text without the signature itself. */
function signedQuery(query: string): string {
  return query
    .split('&')
    .filter((pair) => pair !== '' && !pair.toLowerCase().startsWith(`${SIGNATURE_PARAMETER}=`))
    .join('&');
}

function say(response: ServerResponse, { http, status, headers = {} }: Answer): void {
  if (response.headersSent || response.destroyed) return;
  const text = `${status}\n`;
  response.writeHead(http, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}
