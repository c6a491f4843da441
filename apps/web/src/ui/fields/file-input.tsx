import { FileInput as MantineFileInput } from '@mantine/core';
import { type FieldProps, inputProps } from './field.ts';

export interface FileInputProps extends FieldProps<File | null> {
  /** In the form that the browser's file dialog accepts: `.csv,text/csv`. */
  accept: string;
}

/** A file to be sent. */
export function FileInput({ value, onChange, accept, required, ...field }: FileInputProps) {
  return (
    <MantineFileInput
      {...inputProps(field)}
      // Its control is a button, which has no `aria-required`.
      withAsterisk={required === true}
      placeholder={field.placeholder ?? 'Choose a file'}
      accept={accept}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
    />
  );
}
