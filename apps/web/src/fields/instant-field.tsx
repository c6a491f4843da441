import { wallClock } from '@signpost/contract/dates/wall-clock.ts';
import { runInstant } from '@signpost/contract/workplace/jobs/schedule.ts';
import { useState } from 'react';
import { useUser } from '../api/session.ts';
import type { FieldProps } from '../ui/fields/field.ts';
import { TimeInput } from '../ui/fields/time-input.tsx';
import { DateField } from './date-field.tsx';
import classes from './instant-field.module.css';

const two = (count: number): string => String(count).padStart(2, '0');

/** The day and the time that clocks show in a zone at an instant. */
function partsOf(value: string | null, zone: string): { day: string | null; time: string } {
  if (value === null || Number.isNaN(Date.parse(value))) return { day: null, time: '' };
  const { day, minutes } = wallClock(new Date(value), zone);
  return { day, time: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` };
}

/** An instant as a day and a time in the person's zone; null while one of them is missing. */
export function InstantField({ value, onChange, label, help, ...field }: FieldProps<string | null>) {
  const { timeZone } = useUser();
  const [typed, setTyped] = useState(() => partsOf(value, timeZone));
  // The half that is typed already is kept until the other half comes.
  const shown = value === null ? typed : partsOf(value, timeZone);
  const change = (parts: Partial<typeof shown>) => {
    const next = { ...shown, ...parts };
    setTyped(next);
    const isWhole = next.day !== null && /^\d{2}:\d{2}$/.test(next.time);
    onChange(
      isWhole && next.day !== null ? runInstant({ time: next.time, zone: timeZone }, next.day).toISOString() : null,
    );
  };
  return (
    <div className={classes.instant}>
      <DateField {...field} label={label} help={help} value={shown.day} onChange={(day) => change({ day })} />
      <TimeInput
        label="Time"
        required={field.required}
        disabled={field.disabled}
        value={shown.time}
        onChange={(time) => change({ time })}
        help={timeZone}
      />
    </div>
  );
}
