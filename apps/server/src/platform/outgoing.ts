/**
 * Sends requests to addresses that people typed: partners, publishers, targets of links. The address is checked before
 * the DNS look-up, and the IP addresses that were found are checked after it. Redirects are never followed here; a
 * caller that follows one makes a new request, which is checked again
 * (docs/product/links-and-hosts.md#requests-to-addresses-that-people-typed).
 */
import { lookup as lookUp } from 'node:dns';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { errorCode } from './error-text.ts';
import { headerText } from './header-text.ts';
import { embeddedAddresses, familyOf } from './networks.ts';
import { unpacked } from './unpacked.ts';
import { LateError } from './within.ts';

export interface OutgoingRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'HEAD';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer | undefined;
  /** 10 seconds by default, 30 at most. */
  timeoutMs?: number;
  /** The body is cut off at so many bytes; 2 MB by default, and at most. */
  mostBytes?: number;
  /** Answers with what has arrived of the body when the time is up, instead of failing. */
  acceptsPart?: boolean;
  /** The same, and also when the connection breaks off after the headers. For callers that only need the status. */
  headDecides?: boolean;
}

export interface OutgoingAnswer {
  http: number;
  /** The `Location` header as sent, possibly relative. */
  location: string | null;
  contentType: string;
  /** The other headers by their names in lower case, without those that set cookies. */
  headers: Readonly<Record<string, string>>;
  /** The `Set-Cookie` headers as sent. */
  cookies: readonly string[];
  /** When the server's certificate expires; null over plain HTTP. */
  certificateUntil: string | null;
  /** The body, cut off at 2 MB or what the request says. */
  body: string;
  ms: number;
}

/** The reason why there is no answer. */
export const OUTGOING_PROBLEMS = {
  bad_address: 'This is not an http or https address.',
  bad_host: 'The host name is too long: 63 characters between two dots, and 253 in all.',
  has_login: 'The address contains a user name or a password.',
  long_address: 'The address is longer than 8192 characters.',
  private_address: 'The address leads into a private network.',
  unknown_host: 'The host is unknown.',
  refused: 'The connection was refused.',
  timeout: 'The host did not answer in time.',
  tls: 'The certificate cannot be trusted.',
  broken: 'The answer was incomplete or could not be read.',
} as const;
export type OutgoingProblem = keyof typeof OUTGOING_PROBLEMS;

/** The problems for which an address is always refused, so that another attempt would be refused as well. */
const REFUSALS: ReadonlySet<OutgoingProblem> = new Set([
  'bad_address',
  'bad_host',
  'has_login',
  'long_address',
  'private_address',
]);
export const isRefusal = (problem: OutgoingProblem): boolean => REFUSALS.has(problem);

/** A failure of the other side, as opposed to a programming error. */
export class OutgoingError extends Error {
  readonly problem: OutgoingProblem;
  readonly ms: number;

  constructor(problem: OutgoingProblem, ms: number, cause?: unknown) {
    super(OUTGOING_PROBLEMS[problem], { cause });
    this.name = 'OutgoingError';
    this.problem = problem;
    this.ms = ms;
  }
}

/** Sends one request. Errors: OutgoingError. */
export type Send = (request: OutgoingRequest) => Promise<OutgoingAnswer>;

const TIMEOUT_MS = 10_000;
const LONGEST_TIMEOUT_MS = 30_000;
const LARGEST_ANSWER = 2 * 1024 * 1024;
const LONGEST_URL = 8 * 1024;
/** The bounds of host names (RFC 1035). */
const LONGEST_HOST = 253;
const LONGEST_LABEL = 63;

/** All networks that are not the public Internet. */
const closed = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, bits, 'ipv4');
/** Public IPv6 addresses are 2000::/3, without those for tunnels and documentation. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, bits, 'ipv6');

/** Whether an IP address belongs to the public Internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && open6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** Where clouds hand out the credentials of a machine. No setting opens them. */
const metadata = new BlockList();
for (const [network, bits, family] of [
  ['169.254.0.0', 16, 'ipv4'],
  ['100.100.100.200', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['fd00:ec2::', 32, 'ipv6'],
  ['fd20:ce::', 32, 'ipv6'],
  ['fe80::a9fe:a9fe', 128, 'ipv6'],
] as const)
  metadata.addSubnet(network, bits, family);
const METADATA_HOSTS = /^(metadata|metadata\.google\.internal|metadata\.goog|instance-data(\..*)?)\.?$/i;

function isMetadataAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // A gateway may turn an IPv6 address into the IPv4 address that it contains.
  return (
    metadata.check(address, familyOf(address)) ||
    embeddedAddresses(address).some((embedded) => metadata.check(embedded, 'ipv4'))
  );
}

/** Names of this computer, which need no look-up (RFC 6761). */
const OWN_HOSTS = /^(?:.*\.)?localhost\.?$/i;

/** Whether an IP address may be reached. */
const isAllowed = (address: string, allowPrivate: boolean): boolean =>
  !isMetadataAddress(address) && (allowPrivate || isPublicAddress(address));

/**
 * Creates the function that sends requests. `allowPrivate` is for tests and for development against one's own servers;
 * the metadata services of clouds stay closed.
 */
export function outgoing({ allowPrivate }: { allowPrivate: boolean }): Send {
  const lookup: LookupFunction = (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '', 0);
      if (!found.every(({ address }) => isAllowed(address, allowPrivate)))
        return callback(Object.assign(new Error(`${hostname} is private`), { code: 'EPRIVATE' }), '', 0);
      if (options.all === true) return callback(null, found);
      const [first] = found;
      return callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
  return async (asked) => {
    const began = performance.now();
    const since = (): number => Math.round(performance.now() - began);
    const url = publicUrl(asked.url, allowPrivate);
    if (typeof url === 'string') throw new OutgoingError(url, since());
    try {
      const raw = await exchange(url, asked, lookup);
      // Some answer compressed although nobody asked for it.
      const body = await unpacked(raw.body, raw.headers['content-encoding'], mostBytesOf(asked));
      return { ...raw, body: body.toString('utf8'), ms: since() };
    } catch (error) {
      throw new OutgoingError(problemOf(error), since(), error);
    }
  };
}

const mostBytesOf = ({ mostBytes = LARGEST_ANSWER }: OutgoingRequest): number => Math.min(mostBytes, LARGEST_ANSWER);

/** Why an address is refused before any look-up of its host; null if it is not. */
export function addressProblem(text: string, allowPrivate: boolean): OutgoingProblem | null {
  const url = publicUrl(text, allowPrivate);
  if (typeof url === 'string') return url;
  return null;
}

function publicUrl(text: string, allowPrivate: boolean): URL | OutgoingProblem {
  if (text.length > LONGEST_URL) return 'long_address';
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return 'bad_address';
  if (url.username !== '' || url.password !== '') return 'has_login';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host.length > LONGEST_HOST || host.split('.').some((label) => label.length > LONGEST_LABEL)) return 'bad_host';
  if (METADATA_HOSTS.test(host) || (isIP(host) !== 0 && !isAllowed(host, allowPrivate))) return 'private_address';
  if (!allowPrivate && OWN_HOSTS.test(host)) return 'private_address';
  return url;
}

/** An answer whose body may be compressed. */
type Raw = Omit<OutgoingAnswer, 'ms' | 'body'> & { body: Buffer };

/**
 * One request and its answer. It settles when its own timer ends at the latest, whatever Node reports or does not report:
 * some answers, such as an upgrade to another protocol, end a request without an error or a response.
 */
function exchange(url: URL, asked: OutgoingRequest, lookup: LookupFunction): Promise<Raw> {
  const { method = 'GET', headers = {}, body = '', timeoutMs = TIMEOUT_MS } = asked;
  const { headDecides = false } = asked;
  const acceptsPart = headDecides || asked.acceptsPart === true;
  const patienceMs = Math.min(timeoutMs, LONGEST_TIMEOUT_MS);
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  const length = Buffer.byteLength(body);
  const allHeaders = {
    'accept-encoding': 'identity',
    ...headers,
    ...(length > 0 && { 'content-length': String(length) }),
  };
  return new Promise((resolve, reject) => {
    /** Answers with the part of the body that has arrived; null before the headers have. */
    let answerPart: (() => void) | null = null;
    let isComplete = (): boolean => false;
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      settle();
    };
    const fail = (error: Error): void => end(() => reject(error));
    const breakOff = (error: Error): void => {
      if (headDecides && answerPart !== null) answerPart();
      else fail(error);
    };
    const sent = send(url, { method, lookup, agent: false, headers: allHeaders }, (response) => {
      const read = readBody(response, mostBytesOf(asked), () => answerPart?.());
      // The headers are read now, because the connection may be gone when the body ends.
      const head = headOf(response);
      answerPart = () => end(() => resolve({ ...head, body: read() }));
      isComplete = () => response.complete;
      response.on('error', breakOff);
      response.on('close', () => breakOff(new Error('The connection ended before the answer did.')));
    });
    const timer = setTimeout(() => {
      if (acceptsPart && answerPart !== null) answerPart();
      else fail(new LateError(patienceMs));
      sent.destroy();
    }, patienceMs);
    sent.on('error', (error) => {
      // The receiver sent more bytes than it announced, such as a body after 204. The answer is complete without them.
      if (!isComplete()) breakOff(error);
    });
    sent.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail(new Error('The host wants to speak another protocol.'));
    });
    sent.on('close', () => {
      if (answerPart === null) fail(new Error('The connection ended without an answer.'));
    });
    sent.end(body);
  });
}

/** Collects the body, cut off at so many bytes, and calls `done` when it is complete or cut off. Returns what there is. */
function readBody(response: IncomingMessage, largest: number, done: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(size > largest ? chunk.subarray(0, chunk.length - (size - largest)) : chunk);
    if (size < largest) return;
    done();
    response.destroy();
  });
  response.on('end', done);
  return () => Buffer.concat(chunks);
}

function headOf(response: IncomingMessage): Omit<OutgoingAnswer, 'ms' | 'body'> {
  const { headers, socket, statusCode } = response;
  const until = Date.parse(socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : '');
  return {
    http: statusCode ?? 0,
    location: headers.location === undefined ? null : headerText(headers.location),
    contentType: headers['content-type'] ?? '',
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, headerText(value)]] : [],
      ),
    ),
    cookies: headers['set-cookie'] ?? [],
    // An invalid date is ignored, because an exception here would end the process.
    certificateUntil: Number.isNaN(until) ? null : new Date(until).toISOString(),
  };
}

const PROBLEM_OF_CODE: Readonly<Record<string, OutgoingProblem>> = {
  EPRIVATE: 'private_address',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
};

function problemOf(error: unknown): OutgoingProblem {
  const code = errorCode(error);
  const known = PROBLEM_OF_CODE[code];
  if (known !== undefined) return known;
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|TLS|SSL|ALTNAME/.test(code)) return 'tls';
  return 'broken';
}
