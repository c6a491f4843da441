import { NumberInput, type NumberInputProps } from '../ui/fields/number-input.tsx';
import { readWhole } from './read.ts';

/** A whole number, read by the product's one parser. */
export function NumberField(props: Omit<NumberInputProps, 'read'>) {
  return <NumberInput {...props} read={readWhole} />;
}
