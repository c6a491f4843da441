import { MultiSelect as MantineMultiSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { defined } from '../defined.ts';
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx';
import { FIXED_TEXT } from '../fixed.ts';
import { useDialog } from '../layout/use-dialog.tsx';
import { listOf } from '../values/list-of.ts';
import type { Option } from './choice.tsx';
import { type CreateChoice, useCreateOption } from './create-option.ts';
import { type FieldProps, inputProps } from './field.ts';
import { CAPPED_LINE } from './option-filter.ts';
import classes from './options.module.css';
import { takeFirstMatch } from './take-first.ts';

/** The question to ask before a change of selection takes effect. */
export interface SelectionQuestion {
  title?: string;
  buttons?: 'approve' | 'yes';
  text: ReactNode;
}

export interface MultiSelectProps extends FieldProps<string[]> {
  options: readonly Option[];
  /** Finds the options that match the input, up to the maximum, and whether there are more. */
  find: (options: readonly Option[], text: string) => { shown: Option[]; isCapped: boolean };
  /** Called before each change; null allows it. */
  guard?: ((change: { added: string[]; removed: string[]; next: string[] }) => SelectionQuestion | null) | undefined;
  onSearch?: ((text: string) => void) | undefined;
  /** Called when the list opens, for options that may have changed since they were loaded. */
  onOpen?: (() => void) | undefined;
  loading?: boolean | undefined;
  /** Why there are no options to choose from. */
  problem?: string | undefined;
  /** Offers to make a record with the typed text as its name. */
  create?: CreateChoice | undefined;
}

/** A multi-select. It shows a limited number of options with a notice, and a guard can ask before a change. */
export function MultiSelect({
  value,
  onChange,
  options,
  find,
  guard,
  onSearch,
  onOpen,
  loading = false,
  problem,
  create,
  ...field
}: MultiSelectProps) {
  const creation = useCreateOption(options, create);
  const [text, setText] = useState('');
  const asking = useDialog(({ next, question }: { next: string[]; question: SelectionQuestion }, close) => (
    <ConfirmDialog
      opened
      title={question.title}
      buttons={question.buttons}
      onCancel={close}
      onConfirm={() => {
        onChange(next);
        close();
      }}
    >
      {question.text}
    </ConfirmDialog>
  ));
  const shownOptions = () => {
    const free = options.filter((option) => !value.includes(option.value));
    const { shown, isCapped } = find(free, text);
    const listed = shown.map((option) => ({ disabled: false, ...option }));
    return listOf(...listed, isCapped && CAPPED_LINE, ...creation.own.map((own) => ({ ...own, disabled: false })));
  };
  const change = (next: string[]) => {
    if (next.some((item) => !value.includes(item) && creation.takes(item))) return setText('');
    const added = next.filter((item) => !value.includes(item));
    const removed = value.filter((item) => !next.includes(item));
    const question = guard?.({ added, removed, next }) ?? null;
    if (question === null) onChange(next);
    else asking.open({ next, question });
  };
  return (
    <>
      <MantineMultiSelect
        {...inputProps(field)}
        data={creation.data}
        filter={shownOptions}
        value={value}
        onChange={change}
        searchable
        openOnFocus={false}
        selectFirstOptionOnChange
        onKeyDownCapture={takeFirstMatch('')}
        searchValue={text}
        {...defined({ onDropdownOpen: onOpen })}
        onSearchChange={(next) => {
          setText(next);
          if (!creation.isOwnLabel(next)) onSearch?.(next);
        }}
        hidePickedOptions
        classNames={{ option: classes.option ?? '', options: classes.options ?? '', inputField: classes.field ?? '' }}
        nothingFoundMessage={loading ? FIXED_TEXT.loading : (problem ?? FIXED_TEXT.nothingToShow)}
        withScrollArea={false}
      />
      {asking.dialog}
    </>
  );
}
