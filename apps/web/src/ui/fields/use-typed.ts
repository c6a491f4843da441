import { type ReactNode, useState } from 'react';

/** The meaning of a typed text, or its error. */
export type ReadText<V> = { value: V } | { problem: string };

export interface TypedProps<V> {
  value: V;
  onChange: (value: V) => void;
  /** The only place where text becomes a value. */
  read: (text: string) => ReadText<V>;
  /** A text that could not be read, kept by the form in place of a value. */
  unread?: string | undefined;
  /**
   * Called with a text that cannot be read. Without it, the value stays and the text is dropped when the field is left.
   */
  onUnread?: ((text: string, problem: string) => void) | undefined;
}

interface Rules<V> {
  /** Formats a value for the field. */
  write: (value: V) => string;
  /** Keeps a value in its bounds when the field is left. */
  settle?: (value: V) => V;
}

const keyOf = (value: unknown, unread?: string): string => {
  if (unread === undefined) return JSON.stringify(value);
  return `unread ${unread}`;
};

/** A text field with a parser. It keeps the text while typing and shows the parsed value afterwards. */
export function useTyped<V>(props: TypedProps<V>, { write, settle = (value) => value }: Rules<V>) {
  const { value, unread, read, onChange, onUnread } = props;
  const [typed, setTyped] = useState<{ text: string; emitted: string; before: string } | null>(null);
  const now = keyOf(value, unread);
  // A value from elsewhere (reset, restore) replaces the input.
  const isTyping = typed !== null && (typed.emitted === now || typed.before === now);
  const text = isTyping ? typed.text : (unread ?? write(value));
  const reading = isTyping ? read(text) : null;

  const change = (next: string): void => {
    const result = read(next);
    if ('value' in result) {
      setTyped({ text: next, emitted: keyOf(result.value), before: now });
      onChange(result.value);
    } else {
      setTyped({ text: next, emitted: onUnread ? keyOf(null, next) : now, before: now });
      onUnread?.(next, result.problem);
    }
  };
  const leave = (): void => {
    if (reading !== null && 'value' in reading) {
      const settled = settle(reading.value);
      if (keyOf(settled) !== now) onChange(settled);
    }
    setTyped(null);
  };
  /** Sets a value that was chosen instead of typed. */
  const choose = (next: V): void => {
    setTyped(null);
    onChange(next);
  };
  const problem = reading !== null && 'problem' in reading ? reading.problem : null;
  const written = reading !== null && 'value' in reading ? write(reading.value) : '';
  return {
    text,
    change,
    leave,
    choose,
    isTyping,
    /** The problem with the input; the errors of the field while there is none. */
    errorsOr: (errors: readonly string[] | undefined) => {
      if (problem === null) return errors;
      return [problem];
    },
    /** The parsed value, if it differs from the input; otherwise the field's own help. */
    helpOr: (help: ReactNode) => {
      if (written !== '' && written !== text.trim()) return `Read as ${written}.`;
      return help;
    },
  };
}
