/** The hours of the week in which an alert measures and tells people. */

import { isObject } from '@signpost/contract/objects.ts';
import { NumberField } from '../../../fields/number-field.tsx';
import { readNumber } from '../../../records/field-values.ts';
import { Choice } from '../../../ui/fields/choice.tsx';
import { WeekdaysInput } from '../../../ui/fields/weekdays-input.tsx';
import classes from './alerts.module.css';

const OFFICE = { days: [1, 2, 3, 4, 5], from: 8, to: 20 };

interface HoursEditorProps {
  value: unknown;
  onChange: (hours: unknown) => void;
  problemsOf: (path: string) => string[];
  readOnly: boolean;
}

export function HoursEditor({ value, onChange, problemsOf, readOnly }: HoursEditorProps) {
  const hours = isObject(value) ? value : null;
  const set = (parts: Record<string, unknown>) => onChange({ ...hours, ...parts });
  return (
    <>
      <div className={classes.fields}>
        <Choice
          label="Hours"
          required
          value={hours === null ? 'all' : 'certain'}
          disabled={readOnly}
          onChange={(next) => {
            if (next === 'all') onChange(null);
            else if (next !== null) onChange(hours ?? OFFICE);
          }}
          options={[
            { value: 'all', label: 'At all times' },
            { value: 'certain', label: 'Only at certain hours' },
          ]}
        />
        {hours !== null && (
          <>
            <WeekdaysInput
              label="Days of the week"
              required
              value={Array.isArray(hours.days) ? hours.days.filter((day) => typeof day === 'number') : []}
              disabled={readOnly}
              errors={problemsOf('hours.days')}
              onChange={(days) => set({ days })}
            />
            <NumberField
              label="From hour"
              required
              min={0}
              max={23}
              unit="h"
              value={readNumber(hours.from)}
              disabled={readOnly}
              errors={problemsOf('hours.from')}
              onChange={(from) => set({ from })}
            />
            <NumberField
              label="To hour"
              required
              min={1}
              max={24}
              unit="h"
              value={readNumber(hours.to)}
              disabled={readOnly}
              errors={problemsOf('hours.to')}
              onChange={(to) => set({ to })}
            />
          </>
        )}
      </div>
      {hours !== null && (
        <p className={classes.hint}>
          A limit is measured only in these hours. People are told only in them: an incident that fires at another time
          is told when they begin, if it still lasts.
        </p>
      )}
    </>
  );
}
