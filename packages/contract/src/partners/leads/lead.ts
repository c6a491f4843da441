/** A lead as posted by a lander, and the data staff see of it. */

import { z } from 'zod';
import type { Grade } from '../../access/grades.ts';
import { FORMAT_VALIDATORS } from '../../define/validators.ts';
import { keysOf } from '../../objects.ts';
import { readCountry } from '../../reading/country.ts';
import { plainEmail } from '../../reading/email.ts';
import { hasExtension, hasOtherPhones, readPhone } from '../../reading/phone.ts';
import type { PhoneProblem } from '../../reading/phone-problem.ts';
import { readClickId, saysNothing } from '../../reading/reference.ts';
import { freeName, readAnswers } from './answers.ts';
import { fieldOfProblem, UNREAD_FIELDS, type UnreadField } from './unread.ts';

const NO_ADDRESS = /[()<>,;"\\]/;
const NO_DOMAIN = /[^\p{L}\p{M}\p{N}._-]/u;

/** Whether an address has signs that its name or its domain may not have; a domain in brackets may have more signs. */
function hasOddSigns(address: string): boolean {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (NO_ADDRESS.test(address) || address.slice(0, at).includes(':')) return true;
  return !domain.startsWith('[') && NO_DOMAIN.test(domain);
}

export const leadEmail = z
  .string()
  .max(300)
  .transform((value) => plainEmail(value).normalize('NFC').toLowerCase())
  .refine((value) => value.length <= 254 && !hasOddSigns(value) && FORMAT_VALIDATORS.email(value) === null, {
    error: 'This is not an e-mail address.',
  });

/** A contact that cannot be read, with the text as it came. */
interface Unread {
  unread: string;
}

/** The part of a contact that is taken, with the text as it came. */
interface Part {
  first: string;
  all: string;
  /** The kind of text that stands beside this part; null if only its digits were written in another way. */
  beside: 'emails' | 'phones' | 'extension' | null;
}

/** Forms also send a number as it is, and null for a field that nobody filled. */
const written = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => String(value ?? '').trim());
/** A text that is longer is not searched for a contact, and only its beginning is kept. */
const LONGEST_CONTACT = 2_000;

/**
 * A contact of a lead: the contact, its text if it cannot be read, or nothing if the text stands for nothing. A lead is
 * not lost for one contact that nobody can read as long as the other one is right.
 */
const contact = (read: (text: string) => string | Part | null) =>
  written.transform((text): string | Part | Unread | undefined => {
    if (saysNothing(text)) return undefined;
    if (text.length > LONGEST_CONTACT) return { unread: text.slice(0, LONGEST_CONTACT) };
    return read(text) ?? { unread: text };
  });
/** Digits, with a plus sign in front if the country code is written: `+43 660 123456` is read as `+43660123456`. */
const phone = contact((text) => {
  const first = readPhone(text);
  if (first === null) return null;
  if (hasOtherPhones(text)) return { first, all: text, beside: 'phones' };
  return { first, all: text, beside: hasExtension(text) ? 'extension' : null };
});
const emailOf = (text: string): string | undefined => leadEmail.safeParse(text).data;
const email = contact((text) => {
  const parts = severalEmails(text);
  if (parts.length < 2) return emailOf(text) ?? null;
  const first = parts.map(emailOf).find((one) => one !== undefined);
  if (first === undefined) return null;
  return { first, all: text, beside: 'emails' };
});

/** The addresses of a list. A blank separates them only if each part has an `@`: `help me@net.example` is not read. */
function severalEmails(text: string): string[] {
  const listed = text.split(/[;,|\r\n]/).filter((part) => part.includes('@'));
  if (listed.length > 1) return listed;
  const words = text.split(/\s/).filter((part) => part !== '');
  if (words.every((part) => part.includes('@') && !part.includes('<'))) return words;
  return [];
}

type Contact = string | Part | Unread | undefined;
const isUnread = (value: Contact): value is Unread => typeof value === 'object' && 'unread' in value;
const isPart = (value: Contact): value is Part => typeof value === 'object' && 'first' in value;

/** The contact if it can be read. */
function readable(value: Contact): string | undefined {
  if (typeof value === 'string') return value;
  if (isPart(value)) return value.first;
  return undefined;
}

/** A code or a name. A lead is not lost for a country that nobody knows: its text stays, see {@link leadCountry}. */
const country = written.transform((value) => {
  if (saysNothing(value)) return undefined;
  return readCountry(value.slice(0, 200)) ?? value.slice(0, LONGEST_CONTACT);
});

const LONGEST_NAME = 80;
/** A name of a person. A text that is too long for a name is kept with the answers. */
const personName = written.transform((text): string | Unread | undefined => {
  if (text === '') return undefined;
  if (text.length > LONGEST_NAME) return { unread: text.slice(0, LONGEST_CONTACT) };
  return text;
});

/** The id of one of our clicks, as the reader of postbacks takes it. */
const clickId = written.transform((text): string | Unread | undefined => {
  if (saysNothing(text)) return undefined;
  return readClickId(text) ?? { unread: text.slice(0, LONGEST_CONTACT) };
});

/** The code of a lead's country, and the text if it names no country. Unknown codes of two letters are kept. */
export function leadCountry(written: string | undefined, derived: string): { code: string; unread: string | null } {
  if (written === undefined) return { code: derived.toUpperCase(), unread: null };
  const isCode = /^[A-Za-z]{2}$/.test(written);
  if (isCode) return { code: written.toUpperCase(), unread: null };
  return { code: derived.toUpperCase(), unread: written };
}

/**
 * The input from a lander. An e-mail address or a phone number that can be read is required. Fields that are not known
 * become answers of the form.
 */
export const leadBody = z
  .looseObject({
    email: email.optional(),
    phone: phone.optional(),
    firstName: personName.optional(),
    lastName: personName.optional(),
    /** Derived from the IP address if absent. */
    country: country.optional(),
    clickId: clickId.optional(),
    productId: z.number().int().positive().nullish(),
    /** Additional answers of the form, passed on to buyers that ask for them. */
    extra: z.record(z.string(), z.unknown()).nullish(),
  })
  .superRefine((lead, context) => {
    if (readable(lead.email) !== undefined || readable(lead.phone) !== undefined) return;
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', message, path: [path] });
    if (isUnread(lead.email)) refuse('email', 'This is not an e-mail address.');
    if (isUnread(lead.phone)) refuse('phone', 'This is not a phone number.');
    if (lead.email === undefined && lead.phone === undefined)
      refuse('email', 'An e-mail address or a phone number is required.');
  })
  .transform(({ email, phone, firstName, lastName, country, clickId, productId, extra, ...others }) => ({
    email,
    phone,
    firstName,
    lastName,
    country,
    clickId,
    productId,
    extra: readAnswers(extra ?? {}, others),
  }));
export type LeadInput = z.infer<typeof leadBody>;

/** A number that no plan has, with the text as it came. The plans are too large for browsers, so the server finds it. */
export interface DoubtfulPhone {
  problem: PhoneProblem;
  text: string;
}

/** The texts of a lead that could not be read, by field. */
function unreadOf(lead: LeadInput, doubt: DoubtfulPhone | null): [UnreadField, string][] {
  const found: [UnreadField, string][] = [];
  if (isUnread(lead.email)) found.push(['email', lead.email.unread]);
  if (isUnread(lead.phone)) found.push(['phone', lead.phone.unread]);
  for (const part of [lead.email, lead.phone])
    if (isPart(part) && part.beside !== null) found.push([part.beside, part.all]);
  for (const field of ['firstName', 'lastName', 'clickId'] as const) {
    const value = lead[field];
    if (isUnread(value)) found.push([field, value.unread]);
  }
  if (doubt !== null) found.push([fieldOfProblem(doubt.problem), doubt.text]);
  const { unread } = leadCountry(lead.country, '');
  if (unread !== null) found.push(['country', unread]);
  return found;
}

/**
 * The readable contacts of a lead, and the answers of its form with the texts that could not be read. An impossible number
 * is none beside an e-mail address; as the only contact it stays as it was written. A number of the right length that no
 * plan has also stays, because new ranges are in use before the plans have them.
 */
export function leadPerson(
  input: LeadInput,
  doubt: DoubtfulPhone | null = null,
): {
  email: string | undefined;
  phone: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  extra: Record<string, string>;
} {
  const extra: Record<string, string> = { ...input.extra?.answers };
  for (const [field, text] of unreadOf(input, doubt)) extra[freeName(UNREAD_FIELDS[field].answer, extra)] = text;
  const email = readable(input.email);
  const isImpossible = doubt !== null && doubt.problem !== 'range';
  return {
    email,
    phone: isImpossible && email !== undefined ? undefined : readable(input.phone),
    firstName: readable(input.firstName),
    lastName: readable(input.lastName),
    extra,
  };
}

/** The id of the click of a lead, if it is one. */
export const leadClickId = (input: LeadInput): string | undefined => readable(input.clickId);

const UNKNOWN_CLICK = {
  path: 'clickId',
  message: 'This click is not known, at least not yet. The lead was taken, and the click is looked for again.',
};

/** The phone number of a lead, with its text as it came; undefined if there is none that can be read. */
export const leadPhone = ({ phone }: LeadInput): { digits: string; text: string } | undefined => {
  if (isPart(phone)) return { digits: phone.first, text: phone.all };
  return undefined;
};

/** The remarks for the lander about fields that could not be read, or not completely. */
export function leadNotes(
  input: LeadInput,
  { isClickKnown, doubt }: { isClickKnown: boolean; doubt: DoubtfulPhone | null },
): LeadReceipt['notes'] {
  const unread = unreadOf(input, doubt).map(([field]) => ({
    path: UNREAD_FIELDS[field].path,
    message: UNREAD_FIELDS[field].note,
  }));
  const isMissing = leadClickId(input) !== undefined && !isClickKnown;
  return [...unread, ...(input.extra?.notes ?? []), ...(isMissing ? [UNKNOWN_CLICK] : [])];
}

export const LEAD_KEY_HEADER = 'x-site-key';

/** The answer to the lander. */
export const leadReceipt = z.object({
  id: z.number(),
  status: z.enum(['accepted', 'received']),
  /** The address where the buyer wants the visitor to go. */
  redirectUrl: z.string().nullable(),
  /** The fields that could not be read, or not completely. The lead was taken without what is missing. */
  notes: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type LeadReceipt = z.infer<typeof leadReceipt>;

/** The result of offering the lead to one buyer. */
export const OUTCOMES = {
  accepted: 'Accepted',
  rejected: 'Rejected',
  duplicate: 'Already known to the buyer',
  error: 'No usable answer',
  cap: 'Cap reached',
  incomplete: 'Not sent, data is missing',
  unknown: 'Sent, answer unknown',
} as const;
export type LeadOutcome = keyof typeof OUTCOMES;

export const leadAttemptSchema = z.object({
  id: z.number(),
  at: z.string(),
  robotPartner: z.string(),
  partner: z.string(),
  dealId: z.number(),
  outcome: z.enum(keysOf(OUTCOMES)),
  http: z.number().nullable(),
  ms: z.number(),
  detail: z.string(),
});

/** The history of a lead without its person, for staff who may open the lead search. */
export const leadStory = z.object({
  attempts: z.array(leadAttemptSchema),
  /** The people who viewed the person of the lead, most recent first. */
  looks: z.array(z.object({ id: z.number(), at: z.string(), by: z.string().nullable() })),
});
export type LeadStory = z.infer<typeof leadStory>;

/**
 * The grades that can see and search for the persons behind leads, if the lead search is open to them. Others see
 * masked data.
 */
export const PERSON_GRADES: readonly Grade[] = ['Operations', 'Management', 'Admin'];

/** The search needs the complete e-mail address or phone number, because only a keyed hash of it is stored. */
export const personQuery = z.strictObject({ text: z.string().trim().min(3).max(254) });

/** An e-mail address or phone number, normalised. */
export interface PersonKey {
  kind: 'email' | 'phone';
  key: string;
}

/**
 * The reason why a search for this text may find nothing: phone numbers are stored with their country code, and a number
 * without one could belong to any country. Empty for every other text.
 */
export const countryCodeHint = (contact: string): string => {
  if (/^0(?!0)\d+$/.test(contact.replaceAll(/[\s().\-/]/g, '')))
    return 'Numbers are stored with their country code: search for the number with it, such as +43 660 7654321.';
  return '';
};

/** Numbers with and without a plus sign are the same. */
export const phoneKey = (number: string): string => number.replace(/^\+/, '');

/** Masks contact data so that it can be recognised but not used: `j•••@example.com`, `•••456`. */
export function hintOf({ email: address, phone: number }: { email?: string | undefined; phone?: string | undefined }): {
  email: string;
  phone: string;
} {
  const at = address?.lastIndexOf('@') ?? -1;
  return {
    email: address === undefined || at < 1 ? '' : `${address.charAt(0)}•••${address.slice(at)}`,
    phone: number === undefined ? '' : `•••${number.slice(-3)}`,
  };
}
