import { TagsInput as MantineTagsInput } from '@mantine/core';
import { defined } from '../defined.ts';
import { FIXED_OPTION_CAP } from '../fixed.ts';
import { type FieldProps, inputProps } from './field.ts';

export interface TagsInputProps extends FieldProps<string[]> {
  suggestions?: readonly string[] | undefined;
  maxTags?: number | undefined;
}

/** Free words, each once. Enter or a comma completes a word. */
export function TagsInput({ value, onChange, suggestions = [], maxTags, ...field }: TagsInputProps) {
  return (
    <MantineTagsInput
      {...inputProps(field)}
      {...defined({ maxTags })}
      data={[...suggestions]}
      value={value}
      onChange={(tags) => onChange(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))}
      limit={FIXED_OPTION_CAP}
      splitChars={[',', ';']}
    />
  );
}
