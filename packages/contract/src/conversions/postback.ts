/** What a partner may report, and how (docs/product/conversions.md#postbacks). */
import { z } from 'zod';
import { FACT_KIND_LABELS } from '../stats/fact.ts';

/** What a status can mean. */
export const MEANINGS = [
  'lead',
  'qualified_lead',
  'rejected_lead',
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

/** What people call each: what the fact that it becomes is called. */
export const MEANING_LABELS: Readonly<Record<Meaning, string>> = { ...FACT_KIND_LABELS, ignore: 'Ignore' };

/** What a postback may carry, by our own names. */
export const PARAMETERS = ['click_id', 'status', 'txid', 'amount', 'currency', 'payout', 'event_time'] as const;
export type Parameter = (typeof PARAMETERS)[number];

/** Carries the secret, or the HMAC; `x-signature` may carry the latter as a header. */
export const SECRET_PARAMETER = 'secret';
export const SIGNATURE_PARAMETER = 'signature';
export const SIGNATURE_HEADER = 'x-signature';

/** With it a postback is checked and answered, and nothing is kept. */
export const TEST_PARAMETER = 'signpost_test';

/** How a partner proves who it is, beside its key. */
export const PROTECTIONS = ['none', 'secret', 'hmac'] as const;
export type Protection = (typeof PROTECTIONS)[number];

const name = z.string().trim().min(1).max(64);

const settingsShape = {
  names: z.partialRecord(z.enum(PARAMETERS), name).default({}),
  statuses: z.record(z.string().trim().min(1).max(200), meaning).default({}),
  /** Whether each first deposit of a click counts as one; otherwise the later ones count as deposits. */
  severalFirstDeposits: z.boolean().default(false),
};

/** The part of an integration's `settingsJson` that reads postbacks: its names of our parameters, its statuses. */
const postbackSettingsSchema = z.object(settingsShape);
export type PostbackSettings = z.infer<typeof postbackSettingsSchema>;

const NO_SETTINGS: PostbackSettings = { names: {}, statuses: {}, severalFirstDeposits: false };

/** An integration's `settingsJson` as it is written: a setting in the wrong place would not be in force, so it is refused. */
export const integrationSettingsSchema = z.strictObject({ postback: z.strictObject(settingsShape).optional() });

/** Reads the stored `settingsJson.postback`; what cannot be read counts as not set. */
export function postbackSettings(settingsJson: unknown): PostbackSettings {
  const parsed = z.looseObject({ postback: postbackSettingsSchema }).safeParse(settingsJson);
  return parsed.success ? parsed.data.postback : NO_SETTINGS;
}

/** A partner's mapping of one status from a day on (`YYYY-MM-DD`, UTC). */
export interface StatusOverride {
  /** Of its record; a draft has none yet. */
  id?: number | undefined;
  status: string;
  meaning: Meaning;
  validFrom: string;
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * What a status means on a day: the partner's newest override that holds then, else the integration's mapping, else the
 * status itself where it is one of our words. Null: nobody has assigned it.
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
  const plain = status.trim().toLowerCase();
  return isMeaning(plain) ? plain : null;
}

/** Words in a status that tell what it may mean, the narrower ones first. */
const HINTS: readonly (readonly [RegExp, Meaning])[] = [
  [/test|click|visit|open/i, 'ignore'],
  [/charge.?back|revers|refund/i, 'chargeback'],
  [/withdraw|cash.?out/i, 'withdrawal'],
  [/reject|declin|fraud|invalid|dupl|cancel/i, 'rejected_lead'],
  [/ftd|first|cpa/i, 'first_deposit'],
  [/qualif|kyc|verif|approv/i, 'qualified_lead'],
  [/depos|top.?up/i, 'deposit'],
  [/rev|ngr|net|commission|earning/i, 'revenue'],
  [/reg|lead|sign.?up|account/i, 'lead'],
];

/** What a partner that pays fixed amounts reports a commission for. */
const PAID_FOR = ['first_deposit', 'qualified_lead', 'lead'] as const satisfies Meaning[];

/**
 * What a status that nobody has assigned may mean by its words, the likeliest first. Words of money alone do not say what
 * the money is for: a commission may be a share, or what a first deposit pays.
 */
export function likelyMeanings(status: string): Meaning[] {
  const hinted = HINTS.filter(([words]) => words.test(status)).map(([, hint]) => hint);
  return [...new Set<Meaning>([...hinted, ...(hinted[0] === 'revenue' ? PAID_FOR : [])])];
}

/** Why a postback was not taken. */
export const REFUSALS = {
  bad_signature: 'The secret or signature is missing or wrong.',
  no_reference: 'It carries neither a click id nor a transaction id.',
  no_status: 'It carries no status.',
  bad_text: 'A value is longer than 200 characters.',
  bad_amount: 'The amount or payout is no plain decimal number.',
  bad_currency: 'The currency is no code of three letters.',
  bad_time: 'The event time is no time, or lies in the future.',
  bad_body: 'The body could not be read.',
} as const;
export type Refusal = keyof typeof REFUSALS;
