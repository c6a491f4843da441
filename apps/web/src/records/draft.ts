/** What is being typed survives a reload, a lost session or a crash: kept in this tab until it is saved or thrown away. */
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { Values } from './screen.ts';

const KEEP_AFTER_MS = 500;

function read(key: string): Values | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch (error) {
    console.warn('A draft could not be read.', error);
    return null;
  }
}

function write(key: string, values: Values | null): void {
  try {
    if (values === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(values));
  } catch (error) {
    console.warn('A draft could not be kept.', error);
  }
}

export interface Draft {
  /** What was left here before, until it is taken or thrown away. */
  found: Values | null;
  forget: () => void;
}

/** Keeps `values` under a key while they are changed; finds what an earlier visit left. */
export function useDraft(key: string, values: Values, isChanged: boolean): Draft {
  const [found, setFound] = useState(() => read(key));
  const keep = useDebouncedCallback((now: Values) => write(key, now), KEEP_AFTER_MS);
  useEffect(() => {
    if (isChanged) keep(values);
  }, [isChanged, values, keep]);
  return {
    found,
    forget() {
      setFound(null);
      keep.cancel();
      write(key, null);
    },
  };
}
