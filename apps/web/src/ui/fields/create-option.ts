import { useState } from 'react';

/** The last option of a list that makes a new record. No record has this value. */
const CREATE = '\u0000create';

interface Labelled {
  value: string;
  label: string;
}

/** Making a record from within the field that refers to it. */
export interface CreateChoice {
  /** The name of the new record's kind: "rule". */
  noun: string;
  onCreate: (text: string) => void;
}

/** The option "+ New rule “xyz”" while the typed text is no option's label. */
export function useCreateOption<T extends Labelled>(options: readonly T[], create: CreateChoice | undefined) {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const isKnown = options.some(({ label }) => label.toLowerCase() === text.toLowerCase());
  const own: Labelled[] =
    create === undefined || text === '' || isKnown ? [] : [{ value: CREATE, label: `+ New ${create.noun} “${text}”` }];
  return {
    /** The options with the new one. */
    data: [...options, ...own],
    own,
    /** Takes over the search text. Returns true for the label of the new option: choosing that option puts it there. */
    isOwnLabel: (search: string): boolean => {
      if (own.some(({ label }) => label === search)) return true;
      setTyped(search);
      return false;
    },
    /** Whether this value asks for a new record; then its form opens. */
    takes: (value: string): boolean => {
      if (value !== CREATE) return false;
      create?.onCreate(text);
      return true;
    },
  };
}
