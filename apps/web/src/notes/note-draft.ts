/** The unsaved text of a note. It is kept in this tab, so that Escape, a closed drawer or a reload loses nothing. */
import { objectsOf } from '@signpost/contract/objects.ts';
import { useState } from 'react';
import { useUser } from '../api/session.ts';

export interface NoteText {
  body: string;
  mentions: readonly number[];
}

function readText(key: string): NoteText | null {
  try {
    const [kept] = objectsOf([JSON.parse(sessionStorage.getItem(key) ?? 'null')]);
    if (kept === undefined || typeof kept.body !== 'string' || !Array.isArray(kept.mentions)) return null;
    return { body: kept.body, mentions: kept.mentions.filter((id) => typeof id === 'number') };
  } catch (error) {
    console.warn('A draft of a note could not be read.', error);
    return null;
  }
}

function writeText(key: string, text: NoteText | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(text));
  } catch (error) {
    console.warn('A draft of a note could not be kept.', error);
  }
}

const isSame = (one: NoteText, other: NoteText): boolean =>
  one.body === other.body && one.mentions.join() === other.mentions.join();

export interface NoteDraft {
  text: NoteText;
  /** Whether there is a draft that differs from the saved text. */
  isFound: boolean;
  change: (text: NoteText) => void;
  /** Forgets what was written. */
  clear: () => void;
}

/** The text of one note; `saved` is what it starts with. */
export function useNoteDraft(name: string, saved: NoteText): NoteDraft {
  const key = `note:${useUser().id}:${name}`;
  const [written, setWritten] = useState(() => readText(key));
  return {
    text: written ?? saved,
    isFound: written !== null && !isSame(written, saved),
    change(text) {
      setWritten(text);
      writeText(key, text);
    },
    clear() {
      setWritten(null);
      writeText(key, null);
    },
  };
}
