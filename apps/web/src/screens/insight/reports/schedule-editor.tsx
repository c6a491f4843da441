/** When a report runs by itself, in plain words. */

import { addDays, dayIn } from '@signpost/contract/dates/dates.ts';
import { REPORT_LIMITS } from '@signpost/contract/insight/reports/report.ts';
import { isObject } from '@signpost/contract/objects.ts';
import {
  describeSchedule,
  nextRunDay,
  runInstant,
  type ScheduleRule,
  scheduleRuleSchema,
} from '@signpost/contract/workplace/jobs/schedule.ts';
import { useUser } from '../../../api/session.ts';
import { NumberField } from '../../../fields/number-field.tsx';
import { readNumber, readObject, readTextOrNull } from '../../../records/field-values.ts';
import type { CustomFieldProps } from '../../../records/screen.ts';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TimeInput } from '../../../ui/fields/time-input.tsx';
import { TimeZoneInput } from '../../../ui/fields/time-zone-input.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { WeekdaysInput } from '../../../ui/fields/weekdays-input.tsx';
import { formatTime } from '../../../ui/values/format.ts';
import classes from './reports.module.css';

const WAIT_HOURS = 6;
const LAST_DAY = 31;

const everyDay = { every: 'day' } as const;

interface Edited {
  time: string;
  zone: string;
  days: ScheduleRule['days'];
  waitHours: number;
}

function daysOf(value: unknown): ScheduleRule['days'] {
  if (!isObject(value)) return everyDay;
  if (value.every === 'week') {
    const weekdays = Array.isArray(value.weekdays) ? value.weekdays.filter((day) => typeof day === 'number') : [];
    return { every: 'week', weekdays };
  }
  if (value.every === 'month') return { every: 'month', day: readNumber(value.day) ?? 1 };
  return everyDay;
}

function editedSchedule(value: unknown, timeZone: string): Edited {
  const given = readObject(value);
  const rule = readObject(given.rule);
  return {
    time: readTextOrNull(rule.time) ?? '08:00',
    zone: readTextOrNull(rule.zone) ?? timeZone,
    days: daysOf(rule.days),
    waitHours: readNumber(given.waitHours) ?? WAIT_HOURS,
  };
}

/** The first run after now. */
function nextRun(rule: ScheduleRule, now: Date): Date {
  const today = dayIn(now, rule.zone);
  const first = runInstant(rule, nextRunDay(rule, addDays(today, -1)));
  if (first > now) return first;
  return runInstant(rule, nextRunDay(rule, today));
}

const MONDAY = { every: 'week', weekdays: [1] } as const;

function daysFor(every: string | null): ScheduleRule['days'] {
  if (every === 'week') return { every: MONDAY.every, weekdays: [...MONDAY.weekdays] };
  if (every === 'month') return { every: 'month', day: 1 };
  return everyDay;
}

interface FieldsProps {
  schedule: Edited;
  errors: CustomFieldProps['errors'];
  readOnly: boolean;
  onChange: (parts: Partial<Edited>) => void;
}

function Fields({ schedule, errors, readOnly, onChange }: FieldsProps) {
  const { time, zone, days, waitHours } = schedule;
  const user = useUser();
  const at = (field: string) =>
    errors
      .filter(({ path }) => path === `rule.${field}` || path.startsWith(`rule.${field}.`))
      .map(({ message }) => message);
  return (
    <div className={classes.schedule}>
      <Choice
        label="Runs"
        value={days.every}
        disabled={readOnly}
        onChange={(every) => onChange({ days: daysFor(every) })}
        options={[
          { value: 'day', label: 'Every day' },
          { value: 'week', label: 'On weekdays' },
          { value: 'month', label: 'Once a month' },
        ]}
      />
      {days.every === 'week' && (
        <WeekdaysInput
          label="Days"
          value={days.weekdays}
          disabled={readOnly}
          errors={at('days')}
          onChange={(weekdays) => onChange({ days: { every: 'week', weekdays: [...weekdays] } })}
        />
      )}
      {days.every === 'month' && (
        <NumberField
          label="Day of the month"
          help="31 is the last day of every month."
          value={days.day}
          min={1}
          max={LAST_DAY}
          disabled={readOnly}
          onChange={(day) => day !== null && onChange({ days: { every: 'month', day } })}
        />
      )}
      <TimeInput
        label="At"
        value={time}
        disabled={readOnly}
        errors={at('time')}
        onChange={(next) => onChange({ time: next })}
      />
      <TimeZoneInput
        label="Time zone of the schedule"
        value={zone}
        first={[user.timeZone]}
        disabled={readOnly}
        errors={at('zone')}
        onChange={(next) => next !== null && onChange({ zone: next })}
      />
      <NumberField
        label="Wait for late data"
        help="After that it runs and names what is late."
        unit="h"
        value={waitHours}
        min={0}
        max={REPORT_LIMITS.waitHours}
        disabled={readOnly}
        onChange={(hours) => hours !== null && onChange({ waitHours: hours })}
      />
    </div>
  );
}

export function ScheduleEditor({ value, onChange, errors, readOnly }: CustomFieldProps) {
  const user = useUser();
  const isOn = isObject(value);
  const schedule = editedSchedule(value, user.timeZone);
  const { time, zone, days } = schedule;
  const store = (parts: Partial<Edited>) => {
    const next = { ...schedule, ...parts };
    onChange({ rule: { time: next.time, zone: next.zone, days: next.days }, waitHours: next.waitHours });
  };
  const rule = scheduleRuleSchema.safeParse({ time, zone, days }).data;
  return (
    <div className={classes.definition}>
      <Toggle
        label="Run on a schedule"
        value={isOn}
        disabled={readOnly}
        onChange={(on) => {
          if (on) store({});
          else onChange(null);
        }}
      />
      {isOn && <Fields schedule={schedule} errors={errors} readOnly={readOnly} onChange={store} />}
      {isOn && rule !== undefined && (
        <p className={classes.hint} role="status">
          {describeSchedule(rule)}. The next run would be on{' '}
          {formatTime(nextRun(rule, new Date()), user.timeZone, 'minute')}, {user.timeZone}.
        </p>
      )}
    </div>
  );
}
