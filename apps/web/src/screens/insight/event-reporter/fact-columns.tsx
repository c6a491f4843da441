/** How a fact is shown in the event reporter. */

import type { FactView } from '@signpost/contract/insight/stats/facts.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import {
  COUNT_MEASURES,
  FACT_KIND_LABELS,
  MEASURE_LABELS,
  MONEY_MEASURES,
} from '@signpost/contract/traffic/clicks/fact.ts';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EMPTY, formatMoney, formatNumber } from '../../../ui/values/format.ts';
import { Badge, IdText } from '../../../ui/values/values.tsx';

const named = (
  id: string,
  header: string,
  column: keyof FactView & `${string}Id`,
  width = 150,
): DataColumn<FactView> => ({
  id,
  header,
  width,
  value: (fact) => fact.labels[column] ?? null,
});
const text = (id: keyof FactView & string, header: string, width = 110, hidden = false): DataColumn<FactView> => ({
  id,
  header,
  width,
  value: (fact) => String(fact[id]) || null,
  hiddenByDefault: hidden,
});

/** The measures of a fact that are not zero, each with its label. */
export function measuresOf(
  fact: Pick<FactView, (typeof COUNT_MEASURES)[number] | (typeof MONEY_MEASURES)[number]>,
): [string, string][] {
  const counts = COUNT_MEASURES.filter((key) => fact[key] !== 0).map((key): [string, string] => [
    MEASURE_LABELS[key],
    formatNumber(fact[key]),
  ]);
  const money = MONEY_MEASURES.filter((key) => Number(fact[key]) !== 0).map((key): [string, string] => [
    MEASURE_LABELS[key],
    formatMoney(fact[key], baseCurrency()),
  ]);
  return [...counts, ...money];
}

export function factColumns(zone: string): DataColumn<FactView>[] {
  return [
    timeColumn({
      id: 'at',
      header: 'When',
      width: 170,
      hideable: false,
      value: (fact) => fact.at,
      zone,
      detail: 'second',
    }),
    {
      id: 'kind',
      header: 'Kind',
      width: 130,
      value: (fact) => fact.kind,
      render: (fact) => <Badge>{FACT_KIND_LABELS[fact.kind]}</Badge>,
    },
    {
      id: 'measures',
      header: 'Counts',
      width: 190,
      value: (fact) =>
        measuresOf(fact)
          .map(([label, value]) => `${label} ${value}`)
          .join(', ') || EMPTY,
    },
    named('source', 'Source', 'trafficSourceId'),
    named('box', 'Campaign box', 'campaignBoxId', 190),
    named('campaign', 'Campaign', 'campaignId', 190),
    named('partner', 'Partner', 'partnerId'),
    named('geo', 'Geo', 'geoId', 120),
    text('device', 'Device', 90),
    text('reason', 'Reason', 110, true),
    text('status', 'Status', 100, true),
    text('txid', 'Transaction', 140, true),
    text('sub1', 'sub1', 110, true),
    text('referrer', 'Referrer', 140, true),
    {
      id: 'clickId',
      header: 'Click',
      width: 150,
      value: (fact) => fact.clickId,
      render: (fact) => <IdText value={fact.clickId} />,
    },
  ];
}
