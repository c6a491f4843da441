/** The date-range picker. Its rules are pure (`date-range-picker.ts`); presets are recomputed every hour. */

import { useInterval } from '@mantine/hooks';
import { datePresets } from '@signpost/contract/dates/date-presets.ts';
import { ALL_TIMES_START, dayIn, MIN_DATE, rangeLabel, rangeLabelShort } from '@signpost/contract/dates/dates.ts';
import {
  isRangeWord,
  LAST_UNITS,
  lastWord,
  type RangeWord,
  rangeInWords,
  readLast,
} from '@signpost/contract/dates/relative-dates.ts';
import { PRESET_REFRESH_MS } from '@signpost/contract/limits.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { DateRangeField } from '../ui/fields/date-range-field.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import { isIncomplete, type PickerEvent, pickerReducer, pickerState } from './date-range-picker.ts';

interface Range {
  start: string;
  end: string;
}

interface Props {
  label: string;
  /** Shows the label above the field, in forms. Elsewhere it is only read out. */
  hasLabel?: boolean | undefined;
  value: Range | null;
  timeZone: string;
  onChange: (range: Range) => void;
  /** The word for `value`, if it is a relative range. */
  word?: RangeWord | null | undefined;
  /** Accepts a preset as a relative range. Without it, a preset is stored as dates. */
  onWord?: ((word: RangeWord) => void) | undefined;
  /**
   * Days before 2023-06-01 cannot be chosen, and no preset is longer than Last 30 Days. Only statistics reach further
   * back.
   */
  restricted?: boolean | undefined;
}

function Picker({
  label,
  hasLabel = false,
  value,
  timeZone,
  onChange,
  word = null,
  onWord,
  restricted = false,
}: Props) {
  const weekStart = useSession()?.user.weekStart ?? 'monday';
  const labelOf = useMobile() ? rangeLabelShort : rangeLabel;
  const minDate = restricted ? MIN_DATE : ALL_TIMES_START;
  const [state, setState] = useState(() => pickerState(value, dayIn(new Date(), timeZone), minDate));
  const step = (event: PickerEvent) => {
    const next = pickerReducer(state, event);
    setState(next);
    if (next.submitted !== null && next.submitted !== state.submitted && (event.type !== 'set' || onWord === undefined))
      onChange(next.submitted);
  };
  useInterval(() => step({ type: 'today', today: dayIn(new Date(), timeZone) }), PRESET_REFRESH_MS, {
    autoInvoke: true,
  });
  const presets = datePresets(state.today, { long: true, allTimes: true, restricted, minDate, weekStart }).map(
    ({ label: name, word: rangeWord, range }) => ({ label: name, word: rangeWord, start: range.start, end: range.end }),
  );
  return (
    <DateRangeField
      label={label}
      hideLabel={!hasLabel}
      text={state.start !== null && state.end !== null ? labelOf({ start: state.start, end: state.end }) : ''}
      placeholder={TEXT.dateRangePlaceholder}
      open={state.focused}
      start={state.start}
      end={state.end}
      presets={presets}
      error={isIncomplete(state) ? 'Choose the second day too.' : undefined}
      min={minDate}
      max={state.today}
      onFocus={() => step({ type: 'focus' })}
      onBlur={() => step({ type: 'blur' })}
      onChoose={(start, end) => start !== null && step({ type: 'choose', start, end })}
      chosenPreset={word}
      last={
        onWord && {
          ...(readLast(word) ?? { count: 14, unit: 'Days' }),
          units: keysOf(LAST_UNITS).map((unit) => ({ unit, label: unit.toLowerCase(), most: LAST_UNITS[unit] })),
          onChoose: (count, unit) => {
            const chosen = readLast(`last${count}${unit}`);
            if (chosen === null) return;
            step({ type: 'set', range: rangeInWords(lastWord(chosen), state.today) });
            onWord(lastWord(chosen));
          },
        }
      }
      onPreset={(preset) => {
        step({ type: 'set', range: { start: preset.start, end: preset.end } });
        if (isRangeWord(preset.word)) onWord?.(preset.word);
      }}
    />
  );
}

/** Resets when the dates change elsewhere: a link, the back button, another preset. */
export function DateRange(props: Props) {
  return <Picker key={`${props.value?.start} ${props.value?.end} ${props.word}`} {...props} />;
}
