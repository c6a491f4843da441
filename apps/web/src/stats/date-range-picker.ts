/** The rules of the date-range picker as a pure reducer; what is shown follows from its state. */
import { type DateRange, type Day, isDay } from '@signpost/contract/dates/dates.ts';

/** State of one picker. The panel is open while the field has focus. */
export type PickerState = Readonly<{
  /** The range used by the rest of the screen; always complete. */
  submitted: DateRange | null;
  /** The first and the last day of the range that is being chosen. */
  start: Day | null;
  end: Day | null;
  focused: boolean;
  today: Day;
  minDate: Day | null;
}>;

/** The events of a picker. */
export type PickerEvent =
  | Readonly<{ type: 'focus' }>
  | Readonly<{ type: 'blur' }>
  /** A click in the calendar; an end that is not chosen yet is null. */
  | Readonly<{ type: 'choose'; start: Day; end: Day | null }>
  /** A preset button, or a range set from outside (the URL). */
  | Readonly<{ type: 'set'; range: DateRange }>
  /** A new day began. */
  | Readonly<{ type: 'today'; today: Day }>;

/** A picker at rest. */
export function pickerState(submitted: DateRange | null, today: Day, minDate: Day | null = null): PickerState {
  return { submitted, ...ends(submitted), focused: false, today, minDate };
}

const ends = (range: DateRange | null) => ({ start: range?.start ?? null, end: range?.end ?? null });

/** Whether a day can be chosen: it exists, is not in the future and not before the minimum. */
export function mayChoose(state: Pick<PickerState, 'today' | 'minDate'>, day: Day): boolean {
  return isDay(day) && day <= state.today && (state.minDate === null || day >= state.minDate);
}

/** Whether the text field shows an error: one end is chosen and the other is not. */
export function isIncomplete(state: PickerState): boolean {
  return (state.start === null) !== (state.end === null);
}

const complete = (state: PickerState, one: Day, other: Day): PickerState => {
  const submitted = one <= other ? { start: one, end: other } : { start: other, end: one };
  return { ...state, submitted, ...submitted, focused: false };
};

const choose = (state: PickerState, start: Day, end: Day | null): PickerState => {
  if (!mayChoose(state, start) || (end !== null && !mayChoose(state, end))) return state;
  // A calendar that reports the old end with a new start has been clicked once: the end is still to be chosen.
  if (end === null || end === state.end) return { ...state, start, end: null };
  return complete(state, start, end);
};

/**
 * The next state. A range whose end equals the current end only sets the start, and the end is still to be chosen.
 * Choosing both ends submits and removes the focus. Losing the focus before that restores the submitted range. Days
 * that cannot be chosen change nothing. Both ends can be the same day.
 */
export function pickerReducer(state: PickerState, event: PickerEvent): PickerState {
  switch (event.type) {
    case 'focus':
      return { ...state, focused: true };
    case 'blur':
      return { ...state, ...ends(state.submitted), focused: false };
    case 'choose':
      return choose(state, event.start, event.end);
    case 'set': {
      const { start, end } = event.range;
      if (mayChoose(state, start) && mayChoose(state, end)) return complete(state, start, end);
      return state;
    }
    case 'today':
      return { ...state, today: event.today };
  }
}
