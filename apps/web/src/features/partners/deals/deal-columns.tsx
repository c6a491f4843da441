/** The columns of every table of deals, in the order and spelling of the specification. Columns of one table follow. */
import { DEAL_REVENUE_TYPES, dealTypeLabel, REPORTED } from '@signpost/contract/partners/conversions/deal-types.ts';
import { toggleLabel } from '@signpost/contract/records/labels.ts';
import type { ReactNode } from 'react';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { Scroller } from '../../../ui/scroller.tsx';
import { EMPTY } from '../../../ui/values/format.ts';
import classes from './deal-columns.module.css';
import { type DealPay, dealText } from './deal-text.ts';

/** A deal with the names of its geo and its integration. */
export interface NamedDeal extends DealPay {
  geo: string;
  integration: string;
  dealType: string;
  dealRevenueType: string;
  leadCap: number | null;
  waterfallBlocked: boolean;
  weight: number;
}

const revenueTypeLabel = (value: string): string =>
  DEAL_REVENUE_TYPES.find((type) => type.value === value)?.label ?? value;

export const DEAL_COLUMNS: readonly DataColumn<NamedDeal>[] = [
  { id: 'geo', header: 'Geo', value: ({ geo }) => geo, width: 140 },
  { id: 'integration', header: 'Integration', value: ({ integration }) => integration, width: 160 },
  { id: 'dealType', header: 'Deal Type', value: ({ dealType }) => dealTypeLabel(dealType), width: 100 },
  {
    id: 'dealRevenueType',
    header: 'Deal Revenue Type',
    // A deal as reported pays for every event with a payout.
    value: (deal) => {
      if (deal.dealType === REPORTED) return null;
      return revenueTypeLabel(deal.dealRevenueType);
    },
    width: 150,
  },
  { id: 'deal', header: 'Deal', kind: 'number', value: dealText, render: dealText, width: 110 },
  { id: 'leadCap', header: 'Lead Cap', kind: 'number', value: ({ leadCap }) => leadCap, width: 110 },
  {
    id: 'waterfallBlocked',
    header: 'Block Waterfall',
    value: (deal) => toggleLabel(deal.waterfallBlocked),
    width: 130,
  },
  { id: 'weight', header: 'Weight', kind: 'number', value: ({ weight }) => weight, width: 90 },
];

interface DealTableProps<Deal extends NamedDeal> {
  deals: readonly Deal[];
  idOf: (deal: Deal) => number;
  /** The table's own columns. */
  more: readonly DataColumn<Deal>[];
}

const cellOf = <Row,>({ render, value }: DataColumn<Row>, row: Row): ReactNode => {
  if (render === undefined) return value(row) ?? EMPTY;
  return render(row);
};

/** The deals nested under a row. */
export function DealTable<Deal extends NamedDeal>({ deals, idOf, more }: DealTableProps<Deal>) {
  const columns: readonly DataColumn<Deal>[] = [...DEAL_COLUMNS, ...more];
  return (
    <Scroller className={classes.scroll} label="Deals">
      <table className={classes.deals} aria-label="Deals">
        <thead>
          <tr>
            {columns.map(({ id, header, kind }) => (
              <th key={id} scope="col" data-numeric={kind === 'number' || undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {deals.map((deal) => (
            <tr key={idOf(deal)}>
              {columns.map((column) => (
                <td key={column.id} data-numeric={column.kind === 'number' || undefined}>
                  {cellOf(column, deal)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
