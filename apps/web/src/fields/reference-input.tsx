/** Fields that refer to other records, found on the server by name or id. */

import { useDebouncedValue } from '@mantine/hooks';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { SEARCH_DEBOUNCE_MS } from '@signpost/contract/limits.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { useState } from 'react';
import { Choice, type Option } from '../ui/fields/choice.tsx';
import type { FieldProps } from '../ui/fields/field.ts';
import { MultiSelect, type SelectionQuestion } from '../ui/fields/multi-select.tsx';
import { numberOrNull, stringOrNull } from '../ui/values/optional.ts';
import { useCreate } from './create.ts';
import { useOptions } from './options.ts';

const asOptions = (options: { value: number; label: string }[]): Option[] =>
  options.map(({ value, label }) => ({ value: String(value), label }));

/** The options of a field and the text that finds them. */
function useSearch(to: EntityName, chosen: readonly number[]) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);
  const { isSearching, ...found } = useOptions(to, q, chosen);
  return {
    ...found,
    setText,
    /** Whether it is known that there are no other such records. */
    isSettled: q === text && !isSearching && found.problem === undefined,
  };
}

export interface ReferenceInputProps extends FieldProps<number | null> {
  to: EntityName;
  /** Offers to make a record that does not exist yet. */
  creates?: boolean | undefined;
  /** The record is added to a list elsewhere: the field is empty again afterwards and keeps the focus. */
  isAdder?: boolean | undefined;
}

/** A field for one record of an entity. */
export function ReferenceInput({ to, value, onChange, creates = false, isAdder, ...field }: ReferenceInputProps) {
  const { setText, options, isCapped, loading, problem, isSettled, refresh } = useSearch(
    to,
    value === null ? [] : [value],
  );
  const create = useCreate(to, onChange);
  // The field writes the chosen label into its search box, which is not a search.
  const search = (typed: string) => setText(options.some((option) => option.label === typed) ? '' : typed);
  return (
    <Choice
      {...field}
      value={stringOrNull(value)}
      onChange={(next) => {
        if (isAdder === true) setText('');
        onChange(numberOrNull(next));
      }}
      options={asOptions(options)}
      isAdder={isAdder}
      clearable={!field.required}
      onSearch={search}
      create={creates && isSettled ? create : undefined}
      onOpen={refresh}
      isCapped={isCapped}
      loading={loading}
      problem={problem}
    />
  );
}

export interface ReferencesInputProps extends FieldProps<number[]> {
  to: EntityName;
  /** Offers to make a record that does not exist yet. */
  creates?: boolean | undefined;
  guard?: ((change: { added: string[]; removed: string[]; next: string[] }) => SelectionQuestion | null) | undefined;
}

/** A field for several records of an entity. */
export function ReferencesInput({ to, value, onChange, guard, creates = false, ...field }: ReferencesInputProps) {
  const { setText, options, isCapped, loading, problem, isSettled, refresh } = useSearch(to, value);
  const create = useCreate(to, (id) => onChange([...value, id]));
  return (
    <MultiSelect
      {...field}
      value={value.map(String)}
      onChange={(next) => onChange(next.map(Number))}
      options={asOptions(options)}
      find={(all, typed) => {
        const found = filterOptions(all, typed);
        return { ...found, isCapped: found.isCapped || isCapped };
      }}
      onSearch={setText}
      create={creates && isSettled ? create : undefined}
      onOpen={refresh}
      loading={loading}
      problem={problem}
      guard={guard}
    />
  );
}
