/** Postbacks we send: what an address may carry, and how its places are filled. */
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
export interface OutgoingAttempt {
  id: number;
  at: string;
  ms: number;
  http: number | null;
  problem: string | null;
  answer: string;
}
