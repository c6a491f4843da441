/** Drafts: input survives a reload, a lost session or a crash. It is kept in this tab until it is saved or discarded. */
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useUser } from '../api/session.ts';
import type { Values } from './screen.ts';

const KEEP_AFTER_MS = 500;

/** The input, the values it is based on, and their version, because somebody may have saved a newer one since. */
export interface Typed {
  version: number;
  base: Values;
  values: Values;
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function read(key: string): Typed | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (!isValues(kept)) return null;
    const { version, base, values } = kept;
    return typeof version === 'number' && isValues(base) && isValues(values) ? { version, base, values } : null;
  } catch (error) {
    console.warn('A draft could not be read.', error);
    return null;
  }
}

function write(key: string, typed: Typed | null): void {
  try {
    if (typed === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(typed));
  } catch (error) {
    console.warn('A draft could not be kept.', error);
  }
}

export interface Draft {
  /** The draft of an earlier visit, until it is restored or discarded. */
  found: Typed | null;
  forget: () => void;
}

/** Stores this person's input under a name while there are changes, and finds the draft of an earlier visit. */
export function useDraft(name: string, { version, base, values }: Typed, isChanged: boolean): Draft {
  const key = `draft:${useUser().id}:${name}`;
  const [found, setFound] = useState(() => read(key));
  // The end of a session removes the form at once; the latest input is stored anyway.
  const keep = useDebouncedCallback((now: Typed) => write(key, now), { delay: KEEP_AFTER_MS, flushOnUnmount: true });
  useEffect(() => {
    if (isChanged) keep({ version, base, values });
  }, [isChanged, version, base, values, keep]);
  return {
    found,
    forget() {
      setFound(null);
      keep.cancel();
      write(key, null);
    },
  };
}
