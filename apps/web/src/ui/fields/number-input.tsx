import { NumberInput as MantineNumberInput } from '@mantine/core';
import { defined } from '../defined.ts';
import { type FieldProps, inputProps } from './field.ts';

export interface NumberInputProps extends FieldProps<number | null> {
  min?: number;
  max?: number;
  /** Digits after the point; 0 by default. */
  decimals?: number;
  /** Shown at the right: "€", "%". */
  unit?: string;
  step?: number;
}

/** A number, clamped to min and max while it is typed; empty is null. */
export function NumberInput({ value, onChange, min, max, decimals = 0, unit, step, ...field }: NumberInputProps) {
  return (
    <MantineNumberInput
      {...inputProps(field)}
      {...defined({ min, max, step })}
      {...(unit === undefined ? {} : { suffix: ` ${unit}` })}
      clampBehavior="blur"
      decimalScale={decimals}
      thousandSeparator=" "
      value={value ?? ''}
      onChange={(next) => {
        if (next === '') return onChange(null);
        const number = Number(next);
        if (!Number.isFinite(number)) return;
        onChange(Math.min(max ?? number, Math.max(min ?? number, number)));
      }}
    />
  );
}
