import { type ComboboxParsedItem, Select } from '@mantine/core';
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
}

const isSame = (one: ComboboxParsedItem, other: Option): boolean => 'value' in one && one.value === other.value;

/** A select with search; it lists at most 50 options and says when there are more. */
export function Choice({
  value,
  onChange,
  options,
  clearable = false,
  onSearch,
  onOpen,
  loading = false,
  problem,
  isCapped = false,
  uncapped,
  create,
  ...field
}: ChoiceProps) {
  const creation = useCreateOption(options, create);
  const filter = cappedFilter(isCapped, uncapped);
  return (
    <Select
      {...inputProps(field)}
      data={creation.data}
      value={value}
      onChange={(next) => {
        if (next === null || !creation.takes(next)) onChange(next);
      }}
      searchable
      selectFirstOptionOnChange
      onKeyDown={takeFirstMatch}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
      classNames={{ option: classes.option ?? '', options: classes.options ?? '' }}
      withScrollArea={false}
      filter={(input) => [
        ...filter({ ...input, options: input.options.filter((one) => !creation.own.some((own) => isSame(one, own))) }),
        ...creation.own,
      ]}
      onSearchChange={(search) => {
        if (!creation.isOwnLabel(search)) onSearch?.(search);
      }}
      {...defined({ onDropdownOpen: onOpen })}
      nothingFoundMessage={loading ? FIXED_TEXT.loading : (problem ?? FIXED_TEXT.nothingToShow)}
      checkIconPosition="right"
    />
  );
}
