/** Drafts let input survive a reload, a lost session or a crash. They stay in this tab until saved or discarded. */
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useUser } from '../api/session.ts';
import { readDraft, type Typed, writeDraft } from './draft-store.ts';

const KEEP_AFTER_MS = 500;

export interface Draft {
  /** The draft of an earlier visit, until it is restored or discarded. */
  found: Typed | null;
  forget: () => void;
}

/** Stores this person's input under a name while there are changes, and finds the draft of an earlier visit. */
export function useDraft(name: string, { version, base, values }: Typed, isChanged: boolean): Draft {
  const key = `draft:${useUser().id}:${name}`;
  const [found, setFound] = useState(() => readDraft(key));
  // The form is removed as soon as the session ends; the latest input is stored anyway.
  const keep = useDebouncedCallback((now: Typed) => writeDraft(key, now), {
    delay: KEEP_AFTER_MS,
    flushOnUnmount: true,
  });
  useEffect(() => {
    if (isChanged) keep({ version, base, values });
  }, [isChanged, version, base, values, keep]);
  return {
    found,
    forget() {
      setFound(null);
      keep.cancel();
      writeDraft(key, null);
    },
  };
}
