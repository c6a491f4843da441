/** A lead as a lander posts it, and what may be asked of it. */
import { z } from 'zod';
import type { Grade } from '../access/grades.ts';
import { FORMAT_VALIDATORS } from '../define/validators.ts';

const text = (max: number) => z.string().trim().max(max);
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .refine((value) => FORMAT_VALIDATORS.email(value) === null, { error: 'This is not an e-mail address.' });
/** Digits with a country code: `+43 660 123456`, kept as `+43660123456`. */
const phone = z
  .string()
  .trim()
  .max(40)
  .transform((value) => value.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+'))
  .refine((value) => /^\+?\d{6,15}$/.test(value), { error: 'This is not a phone number.' });

/** What a lander posts. An e-mail address or a phone number is required. */
export const leadBody = z
  .strictObject({
    email: email.optional(),
    phone: phone.optional(),
    firstName: text(80).optional(),
    lastName: text(80).optional(),
    /** Two letters; found by the address where it is absent. */
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: 'This is not a country code.' })
      .optional(),
    clickId: text(36).optional(),
    productId: z.number().int().positive().optional(),
    /** Further answers of the form, handed on to buyers that want them. */
    extra: z.record(z.string().regex(/^[a-z0-9_]{1,40}$/), text(500)).optional(),
  })
  .refine((lead) => lead.email !== undefined || lead.phone !== undefined, {
    error: 'An e-mail address or a phone number is required.',
    path: ['email'],
  });
export type LeadInput = z.infer<typeof leadBody>;

export const LEAD_KEY_HEADER = 'x-site-key';

/** What the lander is told. */
export interface LeadReceipt {
  id: number;
  status: 'accepted' | 'received';
  /** Where the buyer wants the visitor to go on. */
  redirectUrl: string | null;
}

/** What came of one offer to one buyer. */
export const OUTCOMES = {
  accepted: 'Accepted',
  rejected: 'Rejected',
  duplicate: 'Already known to the buyer',
  error: 'No usable answer',
  cap: 'Cap reached',
  unknown: 'Sent, answer unknown',
} as const;
export type LeadOutcome = keyof typeof OUTCOMES;

export interface LeadAttempt {
  id: number;
  at: string;
  robotPartner: string;
  partner: string;
  dealId: number;
  outcome: LeadOutcome;
  http: number | null;
  ms: number;
  detail: string;
}

/** What became of a lead, without its person, for staff who may open the lead search. */
export interface LeadStory {
  attempts: LeadAttempt[];
  /** Who looked at the person, the last look first. */
  looks: { id: number; at: string; by: string | null }[];
}

/** Who sees the persons behind leads and searches for them, where the lead search is open to them; others see hints. */
export const PERSON_GRADES: readonly Grade[] = ['Operations', 'Management', 'Admin'];

/** A person is looked for by the whole e-mail address or phone number: what is stored is a keyed hash of it. */
export const personQuery = z.strictObject({ text: z.string().trim().min(3).max(254) });

/** An e-mail address or phone number in the one form that is hashed. */
export function personKey(given: string): { kind: 'email' | 'phone'; key: string } | null {
  const asEmail = email.safeParse(given);
  if (asEmail.success) return { kind: 'email', key: asEmail.data };
  const asPhone = phone.safeParse(given);
  return asPhone.success ? { kind: 'phone', key: phoneKey(asPhone.data) } : null;
}

/** Numbers with and without the plus are one. */
export const phoneKey = (number: string): string => number.replace(/^\+/, '');

/** Enough to recognise, too little to use: `j•••@example.com`, `•••456`. */
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
