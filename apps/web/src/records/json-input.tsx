import { useState } from 'react';
import type { FieldProps } from '../ui/fields/field.ts';
import { TextInput } from '../ui/fields/text-input.tsx';

const LINES = 8;
const written = (value: unknown) => {
  if (value === null || value === undefined) return '';
  return JSON.stringify(value, null, 2);
};

function read(text: string): { value: unknown } | null {
  if (text.trim() === '') return { value: null };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
    return null;
  } catch {
    // While typing, the text is not valid JSON yet, and the field shows that.
    return null;
  }
}

/** A JSON object as text. The text is kept as typed, and only valid JSON is passed on. */
export function JsonInput({ value, onChange, errors = [], ...field }: FieldProps<unknown>) {
  const [text, setText] = useState(() => written(value));
  const broken = read(text) === null;
  return (
    <TextInput
      {...field}
      value={text}
      lines={LINES}
      mono
      errors={broken ? ['Enter a JSON object such as {"statuses": {}}.'] : errors}
      onChange={(next) => {
        setText(next);
        const result = read(next);
        onChange(result ? result.value : next);
      }}
    />
  );
}
