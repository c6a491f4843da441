import { Input, Slider } from '@mantine/core';
import { FIXED_TEXT } from '../fixed.ts';
import { type FieldProps, inputProps } from './field.ts';
import classes from './percent-slider.module.css';

export interface PercentSliderProps extends FieldProps<number> {
  /** The remaining percentage, 0 to 100. */
  max?: number | undefined;
  min?: number | undefined;
  /** The number is already shown beside it. */
  hideValue?: boolean | undefined;
}

/**
 * A percentage, always on the scale from 0 to 100 so that sliders are comparable; if nothing remains, a text is shown
 * instead.
 */
export function PercentSlider({
  value,
  onChange,
  max = 100,
  min = 0,
  hideValue = false,
  ...field
}: PercentSliderProps) {
  const { inputWrapperOrder, name, placeholder, disabled, onBlur, ...wrapper } = inputProps(field);
  const top = Math.min(100, max);
  const renderSlider = () => {
    if (top === 0) return <p className={classes.none}>{FIXED_TEXT.percentageUnavailable}</p>;
    return (
      <div className={classes.row}>
        <Slider
          className={classes.slider ?? ''}
          thumbLabel={field.label}
          min={0}
          max={100}
          value={Math.min(top, value)}
          onChange={(percent) => onChange(Math.max(min, Math.min(top, percent)))}
          disabled={disabled ?? false}
          label={(percent) => `${percent} %`}
          size={4}
          thumbSize={16}
        />
        {!hideValue && <output className={classes.value}>{Math.min(top, value)} %</output>}
      </div>
    );
  };
  return (
    <Input.Wrapper {...wrapper} inputWrapperOrder={inputWrapperOrder} labelElement="div">
      {renderSlider()}
    </Input.Wrapper>
  );
}
