import type { DocumentPayload, IssuedHead } from '@signpost/contract/money/document.ts';
import { toCsv } from '@signpost/contract/records/csv.ts';

const HEAD = [
  'Document',
  'Issue date',
  'Line',
  'Description',
  'Month',
  'Earlier period',
  'Quantity',
  'Unit price',
  'Exact amount',
  'Net',
  'Currency',
  'VAT category',
  'VAT rate %',
  'Facts',
];

/** The lines of a document as CSV, with the sums per VAT group and the total below them. Amounts have a decimal point. */
export function renderCsv(payload: DocumentPayload, head: Pick<IssuedHead, 'number' | 'issueDate'>): string {
  const { currency, lines, groups, totals } = payload;
  const sum = (label: string, net: string, category = '', rate = '') =>
    [head.number, head.issueDate, '', label, '', '', '', '', '', net, currency, category, rate, ''] as const;
  return toCsv([
    HEAD,
    ...lines.map((line) => [
      head.number,
      head.issueDate,
      line.position,
      line.description,
      line.month,
      line.isEarlier ? 'yes' : 'no',
      line.quantity,
      line.unitPrice,
      line.exact,
      line.net,
      currency,
      line.vatCategory,
      line.vatRate,
      line.facts,
    ]),
    ...groups.flatMap(({ category, rate, net, vat }) => [
      sum('Net', net, category, rate),
      sum('VAT', vat, category, rate),
    ]),
    sum('Total', totals.total),
  ]);
}
