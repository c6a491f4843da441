/** A whole number that is changed where it stands in a list: Enter saves, Esc puts the saved number back. */
import { useSetState } from '@mantine/hooks';
import { type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { NumberField } from './number-field.tsx';

export interface InlineNumberProps {
  label: string;
  value: number | null;
  /** Whether the field may be empty. */
  isOptional?: boolean;
  max: number;
  placeholder?: string;
  help?: string | undefined;
  disabled?: boolean | undefined;
  /** Resolves with the reason if the number is refused. It stays in the field then. */
  onSave: (next: number | null) => Promise<string | null>;
}

interface Typed {
  value: number | null;
  /** A text that cannot be read. */
  unread?: { text: string; problem: string };
}

const EMPTY = 'Enter a number, for example 5.';

interface InlineState {
  /** The input; null while the saved number is shown. */
  typed: Typed | null;
  refusal: string | null;
  /** Counts how often the saved number was put back, which makes the field anew. */
  round: number;
  isSaving: boolean;
}

const UNTOUCHED: InlineState = { typed: null, refusal: null, round: 0, isSaving: false };

export function InlineNumber({ value, max, isOptional = false, onSave, disabled, ...field }: InlineNumberProps) {
  const wrapper = useRef<HTMLSpanElement>(null);
  const [{ typed, refusal, round, isSaving }, set] = useSetState<InlineState>(UNTOUCHED);

  const clear = () => set((now) => ({ typed: null, refusal: null, round: now.round + 1 }));
  const save = async () => {
    if (typed === null || typed.unread !== undefined || isSaving) return;
    if (typed.value === null && !isOptional) {
      set({ refusal: EMPTY });
      return;
    }
    if (typed.value === value) {
      clear();
      return;
    }
    set({ isSaving: true });
    const reason = await onSave(typed.value).finally(() => set({ isSaving: false }));
    if (reason === null) set({ refusal: null, typed: null });
    else set({ refusal: reason });
  };
  const putBack = () => {
    flushSync(clear);
    wrapper.current?.querySelector('input')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of the list, such as Enter for opening a row, do not apply while a number is typed.
    event.stopPropagation();
    if (event.key === 'Enter') void save();
    if (event.key === 'Escape') putBack();
  };
  const problem = typed?.unread?.problem ?? refusal;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys and clicks of the field inside.
    <span ref={wrapper} onKeyDown={onKeyDown} onClick={(event) => event.stopPropagation()}>
      <NumberField
        key={round}
        {...field}
        hideLabel
        min={0}
        max={max}
        disabled={disabled}
        value={typed === null ? value : typed.value}
        unread={typed?.unread?.text}
        onUnread={(text, why) => set({ typed: { value: null, unread: { text, problem: why } } })}
        onChange={(next) => set({ refusal: null, typed: { value: next } })}
        onBlur={() => void save()}
        errors={problem === null ? undefined : [problem]}
      />
    </span>
  );
}
