/** The values a partner can report in a postback (docs/product/conversions.md#postbacks). */

import { z } from 'zod';
import { isTimeZone } from '../../dates/dates.ts';
import { MESSAGE } from '../../define/validators.ts';
import { keysOf } from '../../objects.ts';
import { DAY_ORDERS } from '../../reading/day.ts';
import { trimInvisible } from '../../reading/invisible.ts';
import { FACT_KIND_LABELS } from '../../traffic/clicks/fact.ts';

/** The meanings of a status. */
export const MEANINGS = [
  'lead',
  'qualified_lead',
  'rejected_lead',
  'pending',
  'first_deposit',
  'deposit',
  'chargeback',
  'withdrawal',
  'revenue',
  'ignore',
] as const;
export type Meaning = (typeof MEANINGS)[number];

const meaning = z.enum(MEANINGS);

/** Whether a text is one of {@link MEANINGS}. */
export function isMeaning(text: string): text is Meaning {
  return meaning.safeParse(text).success;
}

/** Labels of the meanings: those of the facts they become. */
export const MEANING_LABELS: Readonly<Record<Meaning, string>> = { ...FACT_KIND_LABELS, ignore: 'Ignore' };

/** The parameters of a postback, by our own names. */
export const PARAMETERS = ['click_id', 'status', 'txid', 'amount', 'currency', 'payout', 'event_time'] as const;
export type Parameter = (typeof PARAMETERS)[number];

/** The parameters with the secret and with the HMAC. The HMAC may also come in the header `x-signature`. */
export const SECRET_PARAMETER = 'secret';
export const SIGNATURE_PARAMETER = 'signature';
export const SIGNATURE_HEADER = 'x-signature';

/** A postback with this parameter is checked and answered, but nothing is stored. */
export const TEST_PARAMETER = 'signpost_test';

/** How a partner proves its identity in addition to its key. */
export const PROTECTIONS = ['none', 'secret', 'hmac'] as const;
export type Protection = (typeof PROTECTIONS)[number];

const name = z.string().overwrite(trimInvisible).min(1).max(64);

/** The units in which networks report amounts: 12.50 euros, or 1250 cents. */
const AMOUNT_UNITS = ['main', 'minor'] as const;
export type AmountUnit = (typeof AMOUNT_UNITS)[number];

const settingsShape = {
  names: z.partialRecord(z.enum(PARAMETERS), name).default({}),
  statuses: z.record(z.string().overwrite(trimInvisible).min(1).max(200), meaning).default({}),
  /** Whether a click may have several first deposits. Otherwise later ones count as deposits. */
  severalFirstDeposits: z.boolean().default(false),
  /** The status of reports that name none, such as those of a network that only reports sales. */
  defaultStatus: z.string().overwrite(trimInvisible).min(1).max(200).nullable().default(null),
  /** The zone of times that a report or a list of the partner names without one. */
  timeZone: z.string().refine(isTimeZone, { error: MESSAGE.timeZone }).default('UTC'),
  /** The order of day and month in times such as `02/11/2026`. Without it, they are refused. */
  dateOrder: z.enum(DAY_ORDERS).nullable().default(null),
  /** Whether the amounts of reports are in units of their currency, or in its smallest unit, such as cents. */
  amountUnit: z.enum(AMOUNT_UNITS).default('main'),
  /**
   * The effect of another amount for a transaction that was already reported: it corrects the earlier amount, or the
   * earlier amount stays and the difference is listed among the things that need attention.
   */
  otherAmounts: z.enum(['correct', 'conflict']).default('correct'),
};

/** The postback part of an integration's `settingsJson`: its names for our parameters, and its statuses. */
export const postbackSettingsSchema = z.object(settingsShape);
export type PostbackSettings = z.infer<typeof postbackSettingsSchema>;

/** How postbacks are read without an integration. */
export const NO_SETTINGS: PostbackSettings = postbackSettingsSchema.parse({});

/**
 * An integration's `settingsJson` when it is saved. A setting in the wrong place would have no effect, so it is
 * refused.
 */
export const integrationSettingsSchema = z.strictObject({ postback: z.strictObject(settingsShape).optional() });

/** Reads the stored `settingsJson.postback`. Unreadable settings count as absent. */
export function postbackSettings(settingsJson: unknown): PostbackSettings {
  const parsed = z.looseObject({ postback: postbackSettingsSchema }).safeParse(settingsJson);
  if (parsed.success) return parsed.data.postback;
  return NO_SETTINGS;
}

/** A partner's mapping of one status from a day on (`YYYY-MM-DD`, UTC). */
export interface StatusOverride {
  /** The id of its record; a draft has none yet. */
  id?: number | undefined;
  status: string;
  meaning: Meaning;
  validFrom: string;
}

const same = (one: string, other: string): boolean =>
  trimInvisible(one).toLowerCase() === trimInvisible(other).toLowerCase();

/**
 * The meaning of a status on a day: the partner's newest valid override, else the integration's mapping, else the
 * status itself if it is one of our meanings. Null if the status is not assigned.
 */
export function meaningOf(
  status: string,
  day: string,
  settings: PostbackSettings,
  overrides: readonly StatusOverride[],
): Meaning | null {
  const holding = overrides
    .filter((override) => same(override.status, status) && override.validFrom <= day)
    .sort((a, b) => b.validFrom.localeCompare(a.validFrom));
  const [newest] = holding;
  if (newest !== undefined) return newest.meaning;
  const mapped = Object.entries(settings.statuses).find(([theirs]) => same(theirs, status));
  if (mapped !== undefined) return mapped[1];
  const plain = trimInvisible(status).toLowerCase();
  if (isMeaning(plain)) return plain;
  return null;
}

/** Words in a status that suggest its meaning, the more specific ones first. */
const HINTS: readonly (readonly [RegExp, Meaning])[] = [
  [/test|click|visit|open/i, 'ignore'],
  [/pending|on.?hold|in.?review|unconfirmed/i, 'pending'],
  [/charge.?back|revers|refund/i, 'chargeback'],
  [/withdraw|cash.?out/i, 'withdrawal'],
  [/reject|declin|fraud|invalid|dupl|cancel/i, 'rejected_lead'],
  [/ftd|first|cpa/i, 'first_deposit'],
  [/qualif|kyc|verif|approv/i, 'qualified_lead'],
  [/depos|top.?up/i, 'deposit'],
  [/rev|ngr|net|commission|earning/i, 'revenue'],
  [/reg|lead|sign.?up|account/i, 'lead'],
];

/** The events for which partners pay fixed amounts. */
const PAID_FOR = ['first_deposit', 'qualified_lead', 'lead'] as const satisfies Meaning[];

/**
 * Suggests meanings for an unassigned status from its words, the likeliest first. Words for money do not say what the
 * money is for: a commission may be a revenue share, or the payment for a first deposit.
 */
export function likelyMeanings(status: string): Meaning[] {
  const hinted = HINTS.filter(([words]) => words.test(status)).map(([, hint]) => hint);
  return [...new Set<Meaning>([...hinted, ...(hinted[0] === 'revenue' ? PAID_FOR : [])])];
}

/** Why a postback was refused. */
export const REFUSALS = {
  bad_signature: 'The secret or signature is missing or wrong.',
  no_reference: 'The postback has neither a click id nor a transaction id.',
  no_status: 'The postback has no status.',
  unfilled_macro: 'The click id or transaction id is a macro that was not filled. Use the macro of your own system.',
  bad_text: 'A value is longer than 200 characters, or has an invisible character inside.',
  bad_amount:
    'The amount is a macro that was not filled, is not a number with one meaning, such as 12.50, or has more than 14 digits before the point.',
  bad_currency:
    'The currency of the amount is not known, or the amount names another one. Send one code, such as EUR or USDT.',
  bad_time:
    'The event time has no clear meaning, or is in the future. Send ISO 8601 or Unix time, and no zone with several meanings such as CST. The order of day and month in 02/11/2026 is a setting of the integration.',
  bad_body:
    'The body could not be read. Send a form, JSON (an object, a list or lines of objects), or multipart/form-data.',
  xml_body: 'The body is XML or HTML. Send a form, JSON (an object or a list of objects), or a query.',
  packed_body: 'The body is compressed. Send it without compression, or put the parameters into the query.',
  nested_body:
    'A value is an object or a list, or is sent several times with different values, or the body is JSON whose values stand deeper inside, or as JSON in a text. Send texts and numbers, as an object, as a list of objects, or in “data”.',
  too_many: 'The body has more than 500 reports.',
} as const;
export type Refusal = keyof typeof REFUSALS;
export const REFUSAL_CODES = keysOf(REFUSALS);
