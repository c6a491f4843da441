/**
 * Makes one request to one buyer. The templates of the buyer's adapter fill it, and the adapter's rules read the
 * answer.
 */
import { isObject } from '@signpost/contract/objects.ts';
import { fillPlaces } from '@signpost/contract/partners/conversions/outgoing.ts';
import { type ReadAnswer, readAnswer } from '@signpost/contract/partners/leads/adapter.ts';
import { unreadLabel } from '@signpost/contract/partners/leads/unread.ts';
import { OutgoingError, type OutgoingProblem, type OutgoingRequest, type Send } from '../../platform/outgoing.ts';
import type { Buyer } from './buyers.ts';
import type { Person } from './person.ts';

/** The data of a lead that templates may use in addition to the personal data. */
export interface LeadPlaces {
  leadId: string;
  clickId: string;
  product: string;
  source: string;
  subs: readonly string[];
  /** The same for every attempt of one offer, so that a buyer can recognise a repetition. */
  idempotencyKey?: string;
}

export interface Offered {
  /** `unknown` if the buyer may have the lead although its answer is not known. */
  outcome: ReadAnswer['outcome'] | 'unknown';
  redirectUrl: string | null;
  http: number | null;
  ms: number;
  /** The part of the answer to store, without the personal data that was sent. */
  detail: string;
}

const KEPT = 300;

function placesOf(buyer: Pick<Buyer, 'apiKey'>, person: Person, lead: LeadPlaces): Record<string, string> {
  const [sub1 = '', sub2 = '', sub3 = '', sub4 = '', sub5 = ''] = lead.subs;
  return {
    email: person.email ?? '',
    phone: person.phone ?? '',
    first_name: person.firstName ?? '',
    last_name: person.lastName ?? '',
    country: person.country,
    ip: person.ip,
    click_id: lead.clickId,
    lead_id: lead.leadId,
    product: lead.product,
    source: lead.source,
    sub1,
    sub2,
    sub3,
    sub4,
    sub5,
    api_key: buyer.apiKey,
    ...Object.fromEntries(Object.entries(person.extra).map(([name, value]) => [`extra_${name}`, value])),
  };
}

/** Placeholders without a value become empty. */
const fill = (template: string, places: Record<string, string>, encode: (value: string) => string): string =>
  fillPlaces(template, places, encode).replaceAll(/\{extra_[a-z0-9_]+\}/g, '');

const plain = (value: string): string => value;
/** Removes characters that a header cannot contain. */
const headerSafe = (value: string): string => value.replaceAll(/[^\x20-\x7e]/g, '');

/** The request that offers a lead to a buyer. */
export function requestOf(buyer: Buyer, person: Person, lead: LeadPlaces): OutgoingRequest {
  const { adapter, bodyFormat, endpointUrl, method, timeoutMs } = buyer;
  const places = placesOf(buyer, person, lead);
  const values = Object.entries(adapter.body).map(([name, template]) => [name, fill(template, places, plain)] as const);
  const headers = Object.fromEntries(
    Object.entries(adapter.headers).map(([name, template]) => [name.toLowerCase(), fill(template, places, headerSafe)]),
  );
  if (lead.idempotencyKey !== undefined) headers['idempotency-key'] ??= lead.idempotencyKey;
  const url = fill(endpointUrl, places, encodeURIComponent);
  const query = new URLSearchParams(values.map(([name, value]) => [name, value])).toString();
  if (bodyFormat === 'query' || method === 'GET') {
    const separator = url.includes('?') ? '&' : '?';
    return { url: `${url}${separator}${query}`, method, headers, timeoutMs };
  }
  const asked = { url, method, timeoutMs };
  if (bodyFormat === 'json')
    return {
      ...asked,
      body: JSON.stringify(nested(values)),
      headers: { 'content-type': 'application/json', ...headers },
    };
  return { ...asked, body: query, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } };
}

/** `user.email` becomes `{user: {email}}`. */
function nested(values: readonly (readonly [string, string])[]): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null);
  for (const [name, value] of values) {
    const steps = name.split('.');
    const last = steps.pop() ?? name;
    let at = root;
    for (const step of steps) {
      const next: Record<string, unknown> = Object.create(null);
      const below = at[step];
      if (isObject(below)) Object.assign(next, below);
      at[step] = next;
      at = next;
    }
    at[last] = value;
  }
  return root;
}

/** With these errors the request may have reached the buyer; all others occur before anything is sent. */
const MAY_HAVE_ARRIVED: ReadonlySet<OutgoingProblem> = new Set(['timeout', 'broken']);
/** Statuses of a gateway that did not receive an answer from the buyer behind it. */
const LOST_BEHIND: ReadonlySet<number> = new Set([408, 502, 504]);

/** Offers a lead to a buyer. Failures of the buyer are returned and never thrown. */
export async function offer(send: Send, buyer: Buyer, person: Person, lead: LeadPlaces): Promise<Offered> {
  try {
    const answer = await send(requestOf(buyer, person, lead));
    const read = readAnswer(buyer.adapter, answer);
    const detail = withoutPerson(read.reason || answer.body, person);
    const outcome = read.outcome === 'error' && LOST_BEHIND.has(answer.http) ? 'unknown' : read.outcome;
    return { outcome, redirectUrl: read.redirectUrl, http: answer.http, ms: answer.ms, detail };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const outcome = MAY_HAVE_ARRIVED.has(error.problem) ? 'unknown' : 'error';
    return { outcome, redirectUrl: null, http: null, ms: error.ms, detail: error.message };
  }
}

const MARK = '•••';
const SHORTEST = 3;
/** Shorter answers of a form can be ordinary words, so they are not removed. */
const SHORTEST_EXTRA = 6;
const escaped = (text: string): string => text.toWellFormed().replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Buyers often echo the data they received, in upper or lower case and in its original encoding. */
function withoutPerson(text: string, { email, phone, firstName, lastName, ip, extra }: Person): string {
  const hide = (kept: string, secret: string, [before, after] = ['', '']): string =>
    kept.replaceAll(new RegExp(`${before}${escaped(secret)}${after}`, 'giu'), MARK);
  let cleaned = text.replaceAll('\0', '').toWellFormed();
  for (const secret of [email, phone, phone?.replace(/^\+/, ''), ip])
    if (typeof secret === 'string' && secret.length >= SHORTEST)
      cleaned = hide(hide(cleaned, secret), encodeURIComponent(secret.toWellFormed()));
  const answers = Object.entries(extra)
    .filter(([name, { length }]) => length >= SHORTEST_EXTRA || unreadLabel(name) !== undefined)
    .map(([, answer]) => answer);
  // Only whole words are removed, because “cannot” contains “Ann”.
  for (const secret of [firstName, lastName, ...answers])
    if (typeof secret === 'string' && secret.length >= SHORTEST)
      cleaned = hide(cleaned, secret, ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])']);
  return cleaned.slice(0, KEPT);
}
