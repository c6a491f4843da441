/** Drafts in the storage of this tab. */
import type { Values } from './screen.ts';

/** The input, the values it is based on, and their version, because another person may have saved a newer one since. */
export interface Typed {
  version: number;
  base: Values;
  values: Values;
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The draft under a key; null if there is none, or something else is stored there. */
export function readDraft(key: string): Typed | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (!isValues(kept)) return null;
    const { version, base, values } = kept;
    if (typeof version === 'number' && isValues(base) && isValues(values)) return { version, base, values };
    return null;
  } catch (error) {
    console.warn('A draft could not be read.', error);
    return null;
  }
}

/** Stores a draft, or removes it. A full storage loses the draft, not the input. */
export function writeDraft(key: string, typed: Typed | null): void {
  try {
    if (typed === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(typed));
  } catch (error) {
    console.warn('A draft could not be saved.', error);
  }
}
