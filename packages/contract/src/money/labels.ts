/** How kinds, states, ages and sides of documents are called, on screens and in files. */
import type { DocumentKind, Side } from './document.ts';
import type { Age, DocumentState } from './state.ts';
import type { DocumentListRow, OVERDUE } from './views.ts';

export const KIND_LABELS: Readonly<Record<DocumentKind, string>> = {
  invoice: 'Invoice',
  selfBilled: 'Self-billed invoice',
  received: 'Received invoice',
  creditNote: 'Credit note',
};

export const SIDE_LABELS: Readonly<Record<Side, string>> = { receivable: 'Receivable', payable: 'Payable' };

export const STATE_LABELS: Readonly<Record<DocumentState, string>> = {
  draft: 'Draft',
  proposed: 'Waits for approval',
  approved: 'Approved',
  issued: 'Issued',
  partPaid: 'Part-paid',
  paid: 'Paid',
  credited: 'Credited',
  writtenOff: 'Written off',
};

export const AGE_LABELS: Readonly<Record<Age | typeof OVERDUE, string>> = {
  notDue: 'Not due yet',
  upTo30: '0–30 days',
  upTo60: '31–60 days',
  upTo90: '61–90 days',
  over90: 'Over 90 days',
  overdue: 'Overdue',
};

/** The number of a document, or its name before it has a number. */
export const nameOf = ({ id, number, externalNumber }: Pick<DocumentListRow, 'id' | 'number' | 'externalNumber'>) =>
  number ?? externalNumber ?? `Draft ${id}`;
