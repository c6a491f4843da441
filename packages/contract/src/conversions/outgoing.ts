/** Postbacks we send: what an address may carry, and how its places are filled. */
import { z } from 'zod';
import { MEANING_LABELS, MEANINGS } from './postback.ts';

/** What receivers can be told of. */
export const OUTGOING_EVENTS = MEANINGS.filter((meaning) => meaning !== 'ignore').map((value) => ({
  value,
  label: MEANING_LABELS[value],
}));

/** How a value is written where it is put. */
export type Encode = (value: string) => string;

/** Fills `{name}` places; a name without a value stays as it is. */
export function fillPlaces(
  template: string,
  values: Readonly<Partial<Record<string, string>>>,
  encode: Encode = encodeURIComponent,
): string {
  return template.replaceAll(/\{([a-z0-9_]+)\}/g, (place: string, name: string) => {
    const value = values[name];
    return value === undefined ? place : encode(value.toWellFormed());
  });
}

/** One try to deliver. */
export const outgoingAttemptSchema = z.object({
  id: z.number(),
  at: z.string(),
  ms: z.number(),
  http: z.number().nullable(),
  problem: z.string().nullable(),
  answer: z.string(),
});
export type OutgoingAttempt = z.infer<typeof outgoingAttemptSchema>;
