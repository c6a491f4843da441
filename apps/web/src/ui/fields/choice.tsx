import { Select } from '@mantine/core';
import { defined } from '../defined.ts';
import { type FieldProps, inputProps } from './field.ts';
import classes from './options.module.css';

/** An option. */
export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

/** The maximum number of options shown. */
export const OPTION_LIMIT = 50;
export interface ChoiceProps extends FieldProps<string | null> {
  options: readonly Option[];
  /** Shows a button that clears the field. */
  clearable?: boolean | undefined;
  /** Called with the search text, for options that come from the server. */
  onSearch?: ((text: string) => void) | undefined;
  loading?: boolean | undefined;
  /** Shown when there are no options. */
  problem?: string | undefined;
}

/** A select with search; it lists at most 50 options. */
export function Choice({
  value,
  onChange,
  options,
  clearable = false,
  onSearch,
  loading = false,
  problem,
  ...field
}: ChoiceProps) {
  return (
    <Select
      {...inputProps(field)}
      data={[...options]}
      value={value}
      onChange={onChange}
      searchable
      clearable={clearable}
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
      classNames={{ options: classes.options ?? '' }}
      withScrollArea={false}
      limit={OPTION_LIMIT}
      {...defined({ onSearchChange: onSearch })}
      nothingFoundMessage={loading ? 'Loading...' : (problem ?? 'Nothing to show')}
      checkIconPosition="right"
    />
  );
}
