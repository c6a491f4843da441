/** Reads what a line of a partner's list says of its transaction: by its status, its event, and its side of the ledger. */
import { namesSides, readSides, type Side } from '@signpost/contract/partners/conversions/debit-credit.ts';
import { namesEvents } from '@signpost/contract/partners/conversions/event-columns.ts';
import { type ListedStatus, listedStatus } from '@signpost/contract/partners/conversions/list-statuses.ts';
import type { Meaning } from '@signpost/contract/partners/conversions/postback.ts';
import { findEvents } from '@signpost/contract/partners/conversions/reconcile.ts';
import { trimInvisible } from '@signpost/contract/reading/invisible.ts';
import { withoutApostrophe } from '@signpost/contract/reading/text-cell.ts';

export interface Said {
  status: string;
  said: ListedStatus;
}

interface List {
  headers: readonly string[];
  /** The column of statuses. */
  status: string | undefined;
  rows: readonly { cells: readonly string[] }[];
  /** Whether the list has no header, so that its columns are numbered. */
  isNumbered: boolean;
}

interface Sides {
  header: string;
  sideOf: (cell: string) => Side | null;
}

const BY_SIDE: Readonly<Record<Side, ListedStatus>> = { credit: 'paid', debit: 'reversed', unclear: 'unknown' };

const textOf = (cell: string | undefined): string => withoutApostrophe(trimInvisible(cell ?? ''));

/** The column that says which lines are credits and which are debits. One that is named so is preferred. */
function findSides({ headers, status, rows, isNumbered }: List): Sides | null {
  const isCandidate = (header: string): boolean => header === status || namesEvents(header) || isNumbered;
  const candidates = [
    ...headers.filter(namesSides),
    ...headers.filter((header) => !namesSides(header) && isCandidate(header)),
  ];
  for (const header of candidates) {
    const at = headers.indexOf(header);
    const mayBeLetters = namesSides(header) || namesEvents(header) || isNumbered;
    const sideOf = readSides(
      header,
      rows.map(({ cells }) => textOf(cells[at])),
      mayBeLetters,
    );
    if (sideOf !== null) return { header, sideOf };
  }
  return null;
}

/** Reads the event of a line whose status is paid: a refund takes money back, and a withdrawal pays nothing. */
const withEvent = (status: Said, event: Said): Said => {
  if (status.said === 'paid' && (event.said === 'reversed' || event.said === 'free')) return event;
  return status;
};

/**
 * Creates the reader of this list's lines. `columns` are those that decide whether a line is paid, so a line that ends before
 * one of them says nothing.
 */
export function statusReader(
  list: List,
  meaningOf: (status: string) => Meaning | null,
): { columns: string[]; read: (cells: readonly string[]) => Said } {
  const { headers, status } = list;
  const sides = findSides(list);
  const events = findEvents(
    headers.filter((header) => header !== sides?.header),
    status,
  );
  const cellAt = (header: string | null | undefined) => {
    const at = headers.indexOf(header ?? '');
    return (cells: readonly string[]): string => (at === -1 ? '' : textOf(cells[at]));
  };
  const statusIn = cellAt(status);
  const eventIn = cellAt(events);
  const sideIn = cellAt(sides?.header);
  const isEvent = namesEvents(status ?? '');
  /** The meaning of a cell with a side; null for another cell. A meaning that the integration gives to its text comes first. */
  const bySide = (text: string): Said | null => {
    const side = sides?.sideOf(text) ?? null;
    if (side === null) return null;
    const meaning = meaningOf(text);
    if (meaning === null) return { status: text, said: BY_SIDE[side] };
    return { status: text, said: listedStatus(text, meaning, true) };
  };
  const read = (cells: readonly string[]): Said => {
    const text = statusIn(cells);
    const side = bySide(sideIn(cells));
    const ofStatus: Said =
      sides !== null && sides.header === status && side !== null
        ? side
        : { status: text, said: listedStatus(text, meaningOf(text), isEvent) };
    const event = eventIn(cells);
    const said = withEvent(ofStatus, { status: event, said: listedStatus(event, meaningOf(event), true) });
    if (said.said === 'paid' && side !== null && side.said !== 'paid') return side;
    return said;
  };
  const columns = [status, events, sides?.header].filter((header) => header !== undefined && header !== null);
  return { columns: [...new Set(columns)], read };
}
