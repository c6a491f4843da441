import { defined } from '../ui/defined.ts';
import { DecimalInput, type DecimalInputProps } from '../ui/fields/decimal-input.tsx';
import { clampDecimal, readDecimal } from './read.ts';

export interface DecimalFieldProps extends Omit<DecimalInputProps, 'read' | 'clamp'> {
  min?: string | undefined;
  max?: string | undefined;
  /** `%`, or empty. */
  unit?: string | undefined;
  /** The currency if the text contains none. */
  currency?: string | undefined;
}

/** A field for an amount or a share, read by the shared parser and kept within its bounds. */
export function DecimalField({ min, max, unit, currency, ...props }: DecimalFieldProps) {
  return (
    <DecimalInput
      {...props}
      read={(text) => readDecimal(text, defined({ unit, currency: currency || undefined }))}
      clamp={(value) => clampDecimal(value, { min, max })}
    />
  );
}
