/** How kinds, states, ages and sides of documents are called on screens. */
import type { DocumentKind, Side } from '@signpost/contract/money/document.ts';
import type { Age, DocumentState } from '@signpost/contract/money/state.ts';
import type { ChangeCause, DocumentListRow, OVERDUE } from '@signpost/contract/money/views.ts';
import type { BadgeProps } from '../../ui/values/values.tsx';

export const KIND_LABELS: Readonly<Record<DocumentKind, string>> = {
  invoice: 'Invoice',
  selfBilled: 'Self-billed invoice',
  received: 'Received invoice',
  creditNote: 'Credit note',
};

export const SIDE_LABELS: Readonly<Record<Side, string>> = { receivable: 'Receivable', payable: 'Payable' };

export const STATES: Readonly<Record<DocumentState, { label: string; tone: NonNullable<BadgeProps['tone']> }>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  proposed: { label: 'Waits for approval', tone: 'attention' },
  approved: { label: 'Approved', tone: 'accent' },
  issued: { label: 'Issued', tone: 'accent' },
  partPaid: { label: 'Part-paid', tone: 'attention' },
  paid: { label: 'Paid', tone: 'good' },
  credited: { label: 'Credited', tone: 'neutral' },
  writtenOff: { label: 'Written off', tone: 'bad' },
};

export const AGE_LABELS: Readonly<Record<Age | typeof OVERDUE, string>> = {
  notDue: 'Not due yet',
  upTo30: '0–30 days',
  upTo60: '31–60 days',
  upTo90: '61–90 days',
  over90: 'Over 90 days',
  overdue: 'Overdue',
};

export const CAUSE_LABELS: Readonly<Record<ChangeCause, string>> = {
  late: 'Became known late',
  rejected: 'Rejected',
  restated: 'Counted again',
  rate: 'Exchange rate',
  correction: 'Corrected',
};

/** The number of a document, or what it is called before it has one. */
export const nameOf = ({ id, number, externalNumber }: Pick<DocumentListRow, 'id' | 'number' | 'externalNumber'>) =>
  number ?? externalNumber ?? `Draft ${id}`;

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
