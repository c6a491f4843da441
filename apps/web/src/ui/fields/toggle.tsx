import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { FIXED_TEXT } from '../fixed.ts';
import { type FieldProps, inputProps } from './field.ts';
import classes from './toggle.module.css';

/** A Yes / No toggle. */
export function Toggle({ value, onChange, ...field }: FieldProps<boolean>) {
  const id = useId();
  const { inputWrapperOrder, name, placeholder, disabled, onBlur, ...wrapper } = inputProps(field);
  return (
    <Input.Wrapper {...wrapper} inputWrapperOrder={inputWrapperOrder} id={id} labelElement="div">
      <SegmentedControl
        classNames={{ root: classes.toggle ?? '', indicator: classes.chosen ?? '' }}
        aria-label={field.label}
        disabled={disabled ?? false}
        value={value ? 'yes' : 'no'}
        onChange={(next) => onChange(next === 'yes')}
        data={[
          { value: 'yes', label: FIXED_TEXT.yes },
          { value: 'no', label: FIXED_TEXT.no },
        ]}
      />
    </Input.Wrapper>
  );
}
