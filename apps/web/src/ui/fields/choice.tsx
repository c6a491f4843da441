import { type ComboboxParsedItem, Select } from '@mantine/core';
import { useState } from 'react';
import { defined } from '../defined.ts';
import { FIXED_TEXT } from '../fixed.ts';
import { type CreateChoice, useCreateOption } from './create-option.ts';
import { type FieldProps, inputProps } from './field.ts';
import { cappedFilter } from './option-filter.ts';
import classes from './options.module.css';
import { takeFirstMatch } from './take-first.ts';

/** An option. */
export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface ChoiceProps extends FieldProps<string | null> {
  options: readonly Option[];
  /** Shows a button that clears the field. */
  clearable?: boolean | undefined;
  /** The list opens as soon as the field has the focus: for a popover that begins with a choice. */
  opensByFocus?: boolean | undefined;
  /** Called with the search text, for options that come from the server. */
  onSearch?: ((text: string) => void) | undefined;
  /** Called when the list opens, for options that may have changed since they were loaded. */
  onOpen?: (() => void) | undefined;
  loading?: boolean | undefined;
  /** Shown when there are no options. */
  problem?: string | undefined;
  /** Whether more options exist than `options` contains. */
  isCapped?: boolean | undefined;
  /** The values that are listed even beyond the limit. */
  uncapped?: ReadonlySet<string> | undefined;
  /** Offers to make a record with the typed text as its name. */
  create?: CreateChoice | undefined;
  /** The choice is added to a list elsewhere: the field is empty again afterwards and keeps the focus. */
  isAdder?: boolean | undefined;
}

const isSame = (one: ComboboxParsedItem, other: Option): boolean => 'value' in one && one.value === other.value;

/** A select with search; it lists at most 50 options and says when there are more. */
export function Choice({
  value,
  onChange,
  options,
  clearable = false,
  opensByFocus = false,
  onSearch,
  onOpen,
  loading = false,
  problem,
  isCapped = false,
  uncapped,
  create,
  isAdder = false,
  ...field
}: ChoiceProps) {
  const [typed, setTyped] = useState('');
  const creation = useCreateOption(options, create);
  const filter = cappedFilter(isCapped, uncapped);
  const chosen = options.find((option) => option.value === value)?.label ?? '';
  const selectChosen = ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
    if (input.value === chosen) input.select();
  };
  return (
    <Select
      {...inputProps(field)}
      data={creation.data}
      value={value}
      onChange={(next) => {
        setTyped('');
        if (next === null || !creation.takes(next)) onChange(next);
      }}
      searchable
      // By keyboard, a list opens by typing or by an arrow key, so that Tab passes it without covering the form.
      openOnFocus={opensByFocus}
      // Typed text replaces the chosen option, however the field got the focus.
      onFocus={selectChosen}
      onClick={selectChosen}
      selectFirstOptionOnChange
      onKeyDownCapture={takeFirstMatch(chosen)}
      // Enter or a click on the chosen option keeps it; the button clears it.
      allowDeselect={false}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
      classNames={{ option: classes.option ?? '', options: classes.options ?? '' }}
      withScrollArea={false}
      filter={(input) => [
        ...filter({ ...input, options: input.options.filter((one) => !creation.own.some((own) => isSame(one, own))) }),
        ...creation.own,
      ]}
      {...defined({ searchValue: isAdder ? typed : undefined })}
      onSearchChange={(search) => {
        setTyped(search);
        if (!creation.isOwnLabel(search)) onSearch?.(search);
      }}
      {...defined({ onDropdownOpen: onOpen })}
      nothingFoundMessage={loading ? FIXED_TEXT.loading : (problem ?? FIXED_TEXT.nothingToShow)}
      checkIconPosition="right"
    />
  );
}
