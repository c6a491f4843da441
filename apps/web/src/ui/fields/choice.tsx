import { Select } from '@mantine/core';
import { type FieldProps, inputProps } from './field.ts';
import classes from './options.module.css';

/** One thing that can be chosen. */
export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

/** Most options shown at once. */
export const OPTION_LIMIT = 50;
export interface ChoiceProps extends FieldProps<string | null> {
  options: readonly Option[];
  /** An × that empties it. */
  clearable?: boolean;
  /** Called with what is typed, for options that come from the server. */
  onSearch?: (text: string) => void;
  loading?: boolean;
  /** Why there are no options to choose from. */
  problem?: string | undefined;
}

/** One of several, with search; at most 50 are listed. */
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
      {...(onSearch ? { onSearchChange: onSearch } : {})}
      nothingFoundMessage={loading ? 'Loading...' : (problem ?? 'Nothing to show')}
      checkIconPosition="right"
    />
  );
}
