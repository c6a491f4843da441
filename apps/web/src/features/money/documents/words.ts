/** Words, colours and months of documents on screens. */
import type { DocumentState } from '@signpost/contract/money/state.ts';
import type { ChangeCause } from '@signpost/contract/money/views.ts';
import type { BadgeProps } from '../../../ui/values/values.tsx';

export const STATE_TONES: Readonly<Record<DocumentState, NonNullable<BadgeProps['tone']>>> = {
  draft: 'neutral',
  proposed: 'attention',
  approved: 'accent',
  issued: 'accent',
  partPaid: 'attention',
  paid: 'good',
  credited: 'neutral',
  writtenOff: 'bad',
};

export const CAUSE_LABELS: Readonly<Record<ChangeCause, string>> = {
  late: 'Became known late',
  rejected: 'Rejected',
  restated: 'Counted again',
  rate: 'Exchange rate',
  correction: 'Corrected',
};

/** Options of a choice, in the order of the labels. */
export const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The month before the one of a day, which is usually billed. */
export function monthBefore(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 'YYYY-MM'.length);
}

const MONTHS_SHOWN = 24;

/** Such as “October 2026” for `2026-10`. */
export const monthLabel = (month: string): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** The last months as options, the current one first. */
export function monthOptions(today: string): { value: string; label: string }[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: MONTHS_SHOWN }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const value = first.toISOString().slice(0, 'YYYY-MM'.length);
    return { value, label: monthLabel(value) };
  });
}
