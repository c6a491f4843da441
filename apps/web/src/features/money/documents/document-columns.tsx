/** The columns of lists of documents. */
import { AGE_LABELS, KIND_LABELS, nameOf, STATE_LABELS } from '@signpost/contract/money/labels.ts';
import { compareMoney, multiplyMoney } from '@signpost/contract/money/money.ts';
import type { DocumentListRow } from '@signpost/contract/money/views.ts';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EMPTY } from '../../../ui/values/format.ts';
import { Badge, Money } from '../../../ui/values/values.tsx';
import { STATE_TONES } from './words.ts';

const STATE: DataColumn<DocumentListRow> = {
  id: 'state',
  header: 'State',
  value: ({ state }) => STATE_LABELS[state],
  render: ({ state }) => <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>,
  width: 145,
};

const AGE: DataColumn<DocumentListRow> = {
  id: 'age',
  header: 'Overdue',
  value: ({ age }) => age,
  render: ({ age }) => {
    if (age === null || age === 'notDue') return EMPTY;
    return <Badge tone="bad">{AGE_LABELS[age]}</Badge>;
  },
  width: 110,
};

/** A credit note takes something back, and is subtracted in the totals below the list. */
const signed = ({ kind }: DocumentListRow, amount: string): string => {
  if (kind === 'creditNote') return multiplyMoney(amount, '-1');
  return amount;
};

/** The amount that is not settled yet; 0 if more than the whole was paid. */
const openOf = (row: DocumentListRow): string => {
  if (compareMoney(row.open, '0') > 0) return signed(row, row.open);
  return '0';
};

const COLUMNS: readonly DataColumn<DocumentListRow>[] = [
  { id: 'number', header: 'Number', value: nameOf, width: 166, hideable: false },
  { id: 'party', header: 'Party', value: ({ party }) => party, width: 147 },
  { id: 'kind', header: 'Kind', value: ({ kind }) => KIND_LABELS[kind], width: 136 },
  { id: 'month', header: 'Month', value: ({ month }) => month, width: 80 },
  {
    id: 'total',
    header: 'Total',
    kind: 'number',
    value: (row) => Number(signed(row, row.total)),
    render: (row) => <Money value={signed(row, row.total)} currency={row.currency} />,
    width: 93,
  },
  {
    id: 'open',
    header: 'Open',
    hint: 'What is not settled yet.',
    kind: 'number',
    value: (row) => Number(openOf(row)),
    render: (row) => {
      if (row.issueDate === null) return EMPTY;
      return <Money value={openOf(row)} currency={row.currency} />;
    },
    width: 93,
  },
  STATE,
  { id: 'issueDate', header: 'Issued', value: ({ issueDate }) => issueDate, width: 104 },
  { id: 'dueDate', header: 'Due', value: ({ dueDate }) => dueDate, width: 104 },
  AGE,
  {
    id: 'disputes',
    header: 'Disputes',
    kind: 'number',
    value: ({ disputes }) => disputes,
    render: ({ disputes }) => {
      if (disputes === 0) return EMPTY;
      return <Badge tone="attention">{String(disputes)}</Badge>;
    },
    width: 90,
  },
  { id: 'legalEntity', header: 'Legal entity', value: ({ legalEntity }) => legalEntity, width: 150 },
];

/** The server orders the rows, so no column sorts. */
const ordered = (columns: readonly DataColumn<DocumentListRow>[]): DataColumn<DocumentListRow>[] =>
  columns.map((column) => ({ ...column, sortable: false }));

export const INVOICE_COLUMNS = ordered(COLUMNS);

const CREDITED: DataColumn<DocumentListRow> = {
  id: 'creditsNumber',
  header: 'Credits invoice',
  value: ({ creditsNumber }) => creditsNumber,
  width: 170,
};

export const CREDIT_NOTE_COLUMNS = ordered(
  COLUMNS.flatMap((column) => {
    if (column.id === 'kind') return [CREDITED];
    if (['dueDate', 'age', 'disputes'].includes(column.id)) return [];
    return [column];
  }),
);
