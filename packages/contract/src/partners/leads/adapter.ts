/** The settings of a lead buyer: how leads are sent and how answers are read. */

import { z } from 'zod';
import { isObject, keysOf } from '../../objects.ts';
import { readJson } from '../../reading/json.ts';
import { isLeadPlace } from '../../reading/places.ts';
import { isPage, judgeAnswer } from '../conversions/receiver-answer.ts';
import type { LeadOutcome } from './lead.ts';
import { hasUnread } from './unread.ts';

const MOST_ENTRIES = 50;
const name = z.string().trim().min(1).max(120);
const template = z
  .string()
  .max(1000)
  .refine((text) => unknownPlaces(text).length === 0, {
    error: (issue) => `Unknown placeholder ${unknownPlaces(String(issue.input)).join(', ')}.`,
  });
const entries = z.record(name, template).refine((map) => Object.keys(map).length <= MOST_ENTRIES, {
  error: `At most ${MOST_ENTRIES} entries.`,
});

/** Finds unknown placeholders, with their braces. */
export function unknownPlaces(text: string): string[] {
  return [...text.matchAll(/\{([^{}]*)\}/g)].filter(([, place = '']) => !isLeadPlace(place)).map(([whole]) => whole);
}

/**
 * A rule: the value at `path` of a JSON answer (`data.0.status`) is one of `is`. With an empty path, the text is
 * searched for the words.
 */
const rule = z.strictObject({
  path: z.string().trim().max(200).default(''),
  is: z.array(z.string().trim().min(1).max(200)).min(1, { error: 'Name at least one value.' }).max(20),
});
export type AnswerRule = z.infer<typeof rule>;

/** The contacts that a buyer can require, with the reason why a lead without them is not sent. */
export const REQUIRED_CONTACTS = {
  email: {
    label: 'Only leads with an e-mail address',
    missing: 'This buyer requires an e-mail address, and the lead has none.',
    unread: 'This buyer requires an e-mail address, and the one of the lead cannot be read.',
  },
  phone: {
    label: 'Only leads with a phone number',
    missing: 'This buyer requires a phone number, and the lead has none.',
    unread: 'This buyer requires a phone number, and the one of the lead cannot be read.',
  },
} as const;
type RequiredContact = keyof typeof REQUIRED_CONTACTS;

export const adapterSchema = z.strictObject({
  /** The contacts without which a lead is not sent. */
  requires: z.array(z.enum(keysOf(REQUIRED_CONTACTS))).default([]),
  headers: entries.default({}),
  body: entries.default({}),
  read: z
    .strictObject({
      accepted: rule.optional(),
      rejected: rule.optional(),
      duplicate: rule.optional(),
      /** Paths in a JSON answer. */
      redirect: z.string().trim().max(200).optional(),
      reason: z.string().trim().max(200).optional(),
      /** A redirect means acceptance, and its target is where the visitor goes. */
      redirectAccepts: z.boolean().optional(),
    })
    .default({}),
});
export type Adapter = z.infer<typeof adapterSchema>;

/** The request that is sent to a lead buyer without settings. */
export const PLAIN_ADAPTER: Adapter = {
  requires: [],
  headers: {},
  body: {
    email: '{email}',
    phone: '{phone}',
    first_name: '{first_name}',
    last_name: '{last_name}',
    country: '{country}',
    ip: '{ip}',
    click_id: '{click_id}',
    lead_id: '{lead_id}',
  },
  read: {},
};

/** Reads `settingsJson`. Missing settings get their defaults. */
export function adapterOf(settingsJson: unknown): Adapter {
  const parsed = adapterSchema.safeParse(settingsJson ?? {});
  if (!parsed.success) return PLAIN_ADAPTER;
  const { requires, headers, body, read } = parsed.data;
  return { requires, headers, read, body: Object.keys(body).length === 0 ? PLAIN_ADAPTER.body : body };
}

interface Contacts extends Readonly<Record<RequiredContact, string | null>> {
  extra: Readonly<Record<string, string>>;
}

/** Why a lead is not sent to a buyer, in one sentence; null if it has every contact that the buyer requires. */
export function missingContact({ requires }: Pick<Adapter, 'requires'>, person: Contacts): string | null {
  const missing = requires.find((contact) => person[contact] === null);
  if (missing === undefined) return null;
  const { unread, missing: none } = REQUIRED_CONTACTS[missing];
  if (hasUnread(person.extra, missing)) return unread;
  return none;
}

/** The value at a dotted path, as text; undefined if there is none. */
export function valueAt(answer: unknown, path: string): string | undefined {
  let value = answer;
  for (const step of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return undefined;
}

export interface ReadAnswer {
  outcome: Extract<LeadOutcome, 'accepted' | 'rejected' | 'duplicate' | 'error'>;
  redirectUrl: string | null;
  reason: string;
}

/** The address to which a buyer sends the visitor, as browsers write it; null if a browser could not open it. */
function targetOf(text: string | null | undefined): string | null {
  const url = URL.parse(text?.trim() ?? '');
  const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  if (isWeb) return url.href;
  return null;
}

const NO_TEXTS = { successText: null, failureText: null } as const;
const DUPLICATE =
  /(?<![a-z])(?:is[ _]?)?(?:duplicated?|duplicates? (?:lead|data))(?![a-z]|["']?\s?[:=]\s?["']?(?:false|no|0|null|\[\]|\{\}|"|')(?:\b|\W))/i;
/** Words which say that the buyer already has the person, whatever the numbers beside them say. */
const ALREADY =
  /(?<![a-z])(?:already[ _](?:been )?(?:exists?|existed|known|registered|taken|in use|present|on file|submitted|sold|in (?:the |our )?(?:system|database|crm))|exists already|already have this (?:lead|contact|person|customer))(?![a-z]|["']?\s?[:=]\s?["']?(?:false|no|0|null)\b)/i;
/** How much of an answer is searched for these words. */
const LONGEST_SEARCH = 20_000;

/**
 * Interprets a buyer's answer. Duplicate is checked before rejected and rejected before accepted; otherwise the HTTP
 * status decides. Without a rule for acceptances, an answer that clearly says no and a page for people do not count as
 * acceptances.
 */
export function readAnswer(
  { read }: Pick<Adapter, 'read'>,
  answer: { http: number; location: string | null; body: string },
): ReadAnswer {
  // An answer that is not JSON is treated as text.
  const json = readJson(answer.body);
  const holds = (it: AnswerRule | undefined): boolean => {
    if (it === undefined) return false;
    const found = it.path === '' ? undefined : valueAt(json, it.path);
    return it.is.some((word) =>
      it.path === ''
        ? answer.body.toLowerCase().includes(word.toLowerCase())
        : found?.toLowerCase() === word.toLowerCase(),
    );
  };
  const given = read.redirect === undefined ? undefined : valueAt(json, read.redirect);
  const reason = (read.reason === undefined ? undefined : valueAt(json, read.reason)) ?? '';
  const result = (outcome: ReadAnswer['outcome'], why = reason): ReadAnswer => ({
    outcome,
    redirectUrl: outcome === 'accepted' ? targetOf(given) : null,
    reason: why.slice(0, 200),
  });
  if (answer.http >= 300 && answer.http < 400) {
    if (read.redirectAccepts !== true) return result('error', 'The buyer answered with a redirect.');
    return { ...result('accepted'), redirectUrl: targetOf(answer.location) };
  }
  if (holds(read.duplicate)) return result('duplicate');
  if (holds(read.rejected)) return result('rejected');
  const good = answer.http >= 200 && answer.http < 300;
  if (holds(read.accepted))
    return good ? result('accepted') : result('error', `The buyer accepted with HTTP ${answer.http}.`);
  const start = answer.body.slice(0, LONGEST_SEARCH);
  if (answer.http === 409) return result('duplicate');
  if ((answer.http === 400 || answer.http === 422) && ALREADY.test(start)) return result('duplicate');
  if (answer.http >= 400 && answer.http < 500 && answer.http !== 408 && answer.http !== 429) return result('rejected');
  if (!good) return result('error', `HTTP ${answer.http}`);
  // A rule for acceptances exists and did not match, so this is not one.
  if (read.accepted !== undefined) return result('error', reason || 'The answer matches no rule.');
  // Nobody has described the answers of this buyer.
  const judged = judgeAnswer({ http: answer.http, contentType: '', body: answer.body }, NO_TEXTS);
  if (isPage(judged)) return result('error', 'The buyer answered with a page.');
  if (ALREADY.test(start)) return result('duplicate');
  if (judged.verdict === 'delivered') return result('accepted');
  if (DUPLICATE.test(start)) return result('duplicate');
  return result(judged.verdict === 'failed' ? 'rejected' : 'accepted');
}

/** A request with made-up data: what was sent, and how the answer is read. */
export const testLeadResult = z.object({
  url: z.string(),
  method: z.string(),
  /** As sent, with the API key masked. */
  sent: z.string(),
  http: z.number().nullable(),
  ms: z.number(),
  answer: z.string(),
  read: z.object({
    outcome: z.enum(['accepted', 'rejected', 'duplicate', 'error']),
    redirectUrl: z.string().nullable(),
    reason: z.string(),
  }),
});
export type TestLeadResult = z.infer<typeof testLeadResult>;
