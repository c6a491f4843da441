/** Outgoing postbacks: the placeholders of an address, and how they are filled. */
import { z } from 'zod';
import { MEANING_LABELS, MEANINGS } from './postback.ts';

/** The events that can be reported to receivers. */
export const OUTGOING_EVENTS = MEANINGS.filter((meaning) => meaning !== 'ignore').map((value) => ({
  value,
  label: MEANING_LABELS[value],
}));

/** How a value is encoded when it is inserted. */
export type Encode = (value: string) => string;

/** Fills `{name}` placeholders. A name without a value stays unchanged. */
export function fillPlaces(
  template: string,
  values: Readonly<Partial<Record<string, string>>>,
  encode: Encode = encodeURIComponent,
): string {
  return template.replaceAll(/\{([a-z0-9_]+)\}/g, (place: string, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return encode(value.toWellFormed());
  });
}

/** One delivery attempt. */
export const outgoingAttemptSchema = z.object({
  id: z.number(),
  at: z.string(),
  ms: z.number(),
  http: z.number().nullable(),
  problem: z.string().nullable(),
  answer: z.string(),
});
