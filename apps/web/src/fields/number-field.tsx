import { NumberInput, type NumberInputProps } from '../ui/fields/number-input.tsx';
import { readWhole } from './read.ts';

/** A field for a whole number, read by the shared parser. */
export function NumberField(props: Omit<NumberInputProps, 'read'>) {
  return <NumberInput {...props} read={readWhole} />;
}
