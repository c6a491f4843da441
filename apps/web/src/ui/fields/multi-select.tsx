import { MultiSelect as MantineMultiSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { LIMITED, OPTION_LIMIT, type Option } from './choice.tsx';
import { type FieldProps, inputProps } from './field.ts';
import classes from './multi-select.module.css';

/** The question to ask before a change of selection takes effect. */
export interface SelectionQuestion {
  title?: string;
  buttons?: 'approve' | 'yes';
  text: ReactNode;
}

export interface MultiSelectProps extends FieldProps<string[]> {
  options: readonly Option[];
  /** Asked before each change; null lets it through. */
  guard?: (change: { added: string[]; removed: string[]; next: string[] }) => SelectionQuestion | null;
  onSearch?: (text: string) => void;
  loading?: boolean;
}

/** The options that match what was typed, without what is chosen already. Pure, for the tests. */
export function matching(options: readonly Option[], chosen: readonly string[], text: string): Option[] {
  const wanted = text.trim().toLowerCase();
  const taken = new Set(chosen);
  return options.filter((option) => !taken.has(option.value) && option.label.toLowerCase().includes(wanted));
}

/** Several of many: at most 50 options are shown, and it says so; a guard can ask before a change. */
export function MultiSelect({
  value,
  onChange,
  options,
  guard,
  onSearch,
  loading = false,
  ...field
}: MultiSelectProps) {
  const [text, setText] = useState('');
  const [pending, setPending] = useState<{ next: string[]; question: SelectionQuestion } | null>(null);
  const found = matching(options, value, text);
  const change = (next: string[]) => {
    const added = next.filter((item) => !value.includes(item));
    const removed = value.filter((item) => !next.includes(item));
    const question = guard?.({ added, removed, next }) ?? null;
    if (question === null) onChange(next);
    else setPending({ next, question });
  };
  return (
    <>
      <MantineMultiSelect
        {...inputProps(field)}
        data={[...options]}
        filter={() => {
          const shown = found.slice(0, OPTION_LIMIT).map((option) => ({ disabled: false, ...option }));
          return found.length > OPTION_LIMIT
            ? [...shown, { value: '\u0000limited', label: LIMITED, disabled: true }]
            : shown;
        }}
        value={value}
        onChange={change}
        searchable
        searchValue={text}
        onSearchChange={(next) => {
          setText(next);
          onSearch?.(next);
        }}
        hidePickedOptions
        classNames={{ option: classes.option ?? '' }}
        nothingFoundMessage={loading ? 'Loading...' : 'Nothing to show'}
        maxDropdownHeight={320}
      />
      <ConfirmDialog
        opened={pending !== null}
        {...(pending?.question.title === undefined ? {} : { title: pending.question.title })}
        buttons={pending?.question.buttons ?? 'approve'}
        onCancel={() => setPending(null)}
        onConfirm={() => {
          if (pending !== null) onChange(pending.next);
          setPending(null);
        }}
      >
        {pending?.question.text}
      </ConfirmDialog>
    </>
  );
}
