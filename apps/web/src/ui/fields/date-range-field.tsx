import { Popover, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useSetState } from '@mantine/hooks';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { defined } from '../defined.ts';
import { useMobile } from '../use-mobile.ts';
import { calendarProps } from './calendar.ts';
import classes from './date-range-field.module.css';

export interface DateRangePreset {
  label: string;
  /** The word of the preset, if the range is relative. */
  word?: string;
  /** YYYY-MM-DD */
  start: string;
  end: string;
}

/**
 * The owner of the state defines the behaviour (what a choice means, when it is submitted, what leaving restores); this
 * component only shows the state and reports actions.
 */
export interface DateRangeFieldProps {
  label: string;
  hideLabel?: boolean | undefined;
  /** 'From {start} to {end}', empty when nothing is chosen. */
  text: string;
  placeholder: string;
  open: boolean;
  start: string | null;
  end: string | null;
  presets: readonly DateRangePreset[];
  error?: string | undefined;
  /** YYYY-MM-DD; days outside cannot be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  disabled?: boolean | undefined;
  onFocus: () => void;
  onBlur: () => void;
  onChoose: (start: string | null, end: string | null) => void;
  /** The word of the chosen preset; null if days were chosen. */
  chosenPreset?: string | null | undefined;
  onPreset: (preset: DateRangePreset) => void;
  /** Offers "Last n days", with its units and the largest number of each. */
  last?: LastChoice | undefined;
}

/** A range of one's own that ends today. */
interface LastChoice {
  count: number;
  unit: string;
  units: readonly { unit: string; label: string; most: number }[];
  onChoose: (count: number, unit: string) => void;
}

/** "Last [14] [days] Show". Not a form, because the field may stand in one. */
function LastFields({ count, unit, units, onChoose }: LastChoice) {
  const [{ typed, chosen }, set] = useSetState({ typed: String(count), chosen: unit });
  const most = units.find((one) => one.unit === chosen)?.most ?? 1;
  const isValid = /^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most;
  const choose = () => isValid && onChoose(Number(typed), chosen);
  return (
    <fieldset className={classes.last}>
      <legend>Last</legend>
      <input
        aria-label="Number"
        inputMode="numeric"
        value={typed}
        aria-invalid={!isValid}
        title={isValid ? undefined : `A whole number from 1 to ${most}`}
        onChange={(event) => set({ typed: event.currentTarget.value.trim() })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          choose();
        }}
      />
      <select aria-label="Unit" value={chosen} onChange={(event) => set({ chosen: event.currentTarget.value })}>
        {units.map((one) => (
          <option key={one.unit} value={one.unit}>
            {one.label}
          </option>
        ))}
      </select>
      <button type="button" disabled={!isValid} onClick={choose}>
        Show
      </button>
    </fieldset>
  );
}

/** Room for a calendar. */
const PHONE_WIDTH = 300;

/** The first month shown, so that the current month is the later of two. */
function firstMonth(day: string | null | undefined, single: boolean): string | undefined {
  if (day === null || day === undefined || single) return day ?? undefined;
  const [year = 0, month = 1] = day.split('-').map(Number);
  if (month === 1) return `${year - 1}-12-01`;
  return `${year}-${String(month - 1).padStart(2, '0')}-01`;
}

/** A text field that opens presets and a range calendar on focus. Closing removes the focus from the field. */
export function DateRangeField(props: DateRangeFieldProps) {
  const isMobile = useMobile();
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!props.open) input.current?.blur();
  }, [props.open]);
  const leaves = (to: EventTarget | null) =>
    !(to instanceof Node && (panel.current?.contains(to) || input.current?.contains(to)));
  return (
    <Popover
      opened={props.open}
      position="bottom-start"
      withinPortal
      trapFocus={false}
      closeOnClickOutside={false}
      width={isMobile ? PHONE_WIDTH : 'auto'}
    >
      <Popover.Target>
        <TextInput
          ref={input}
          aria-label={props.hideLabel ? props.label : undefined}
          label={props.hideLabel ? undefined : props.label}
          error={props.error}
          className={classes.field ?? ''}
          value={props.text}
          placeholder={props.placeholder}
          disabled={props.disabled ?? false}
          readOnly
          role="combobox"
          aria-haspopup="dialog"
          aria-expanded={props.open}
          data-mantine-stop-propagation={props.open || undefined}
          rightSection={isMobile ? undefined : <IconCalendar size={16} aria-hidden />}
          rightSectionPointerEvents={isMobile ? undefined : 'none'}
          onFocus={props.onFocus}
          onClick={props.onFocus}
          onBlur={(event) => {
            if (leaves(event.relatedTarget)) props.onBlur();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') props.onBlur();
            if (event.key === 'ArrowDown') panel.current?.querySelector('button')?.focus();
          }}
        />
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <div
          ref={panel}
          className={classes.panel}
          role="dialog"
          aria-label={props.label}
          tabIndex={-1}
          onBlur={(event) => {
            if (leaves(event.relatedTarget)) props.onBlur();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') props.onBlur();
          }}
        >
          <div className={classes.presets}>
            {props.presets.map((preset) => (
              <button
                key={preset.label}
                type="button"
                aria-pressed={
                  typeof props.chosenPreset === 'string'
                    ? preset.word === props.chosenPreset
                    : preset.start === props.start && preset.end === props.end
                }
                onClick={() => props.onPreset(preset)}
              >
                {preset.label}
              </button>
            ))}
            {props.last !== undefined && <LastFields {...props.last} />}
          </div>
          <DatePicker
            type="range"
            allowSingleDateInRange
            numberOfColumns={isMobile ? 1 : 2}
            value={[props.start, props.end]}
            {...defined({
              defaultDate: firstMonth(props.end ?? props.max, isMobile),
              minDate: props.min,
              maxDate: props.max,
            })}
            onChange={([start, end]) => props.onChoose(start, end)}
            {...calendarProps()}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
