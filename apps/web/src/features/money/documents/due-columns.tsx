/** The columns of the amounts due per party and currency, beside the statistics of the same facts. */

import { mayOpenTab } from '@signpost/contract/access/access.ts';
import { addDays, addMonths } from '@signpost/contract/dates/dates.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { Due } from '@signpost/contract/money/views.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import type { useUser } from '../../../api/session.ts';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { exactMoney, formatNumber } from '../../../ui/values/format.ts';
import { listOf } from '../../../ui/values/list-of.ts';
import { Badge, Money } from '../../../ui/values/values.tsx';

export const dueKey = ({ side, partyId, currency }: Due): string => `${side} ${partyId} ${currency}`;

/** The statistics of the party in the months that are due, in UTC as documents count. */
function statsHref({ side, partyId, months }: Due): string {
  const names = months.map(({ month }) => month).sort();
  const type = side === 'receivable' ? 'partner' : 'publisher';
  const query = buildQuery({
    tab: 'global',
    timeZone: 'UTC',
    dateRange: {
      start: `${names[0]}-01`,
      end: addDays(addMonths(`${names.at(-1)}-01`, 1), -1),
    },
    levels: [{ type }],
    filters: { [type]: [partyId] },
  });
  return `${hashHref(path.stats())}?${query}`;
}

/** The first and the last month. */
function monthsOf({ months }: Due): string {
  const names = months.map((one) => one.month).sort();
  if (names[0] === names.at(-1)) return names[0] ?? '';
  return `${names[0]} – ${names.at(-1)}`;
}

/** The amount in cents; the tooltip shows the exact value. */
function BaseAmount({ due, opensStats }: { due: Due; opensStats: boolean }) {
  const amount = <Money value={due.base} currency={baseCurrency()} />;
  const exact = exactMoney(due.base, baseCurrency());
  if (!opensStats) return <span title={exact}>{amount}</span>;
  return (
    <a href={statsHref(due)} title={exact}>
      {amount}
    </a>
  );
}

const PROBLEM: DataColumn<Due> = {
  id: 'problem',
  header: 'Problem',
  value: ({ problem }) => problem,
  render: ({ problem }) => {
    if (problem === '') return '';
    return <Badge tone="bad">{problem}</Badge>;
  },
  width: 260,
};

export function dueColumns(user: ReturnType<typeof useUser>, month: string, hasProblems: boolean): DataColumn<Due>[] {
  const opensStats = mayOpenTab(user, 'global');
  return listOf(
    { id: 'party', header: 'Party', value: ({ party }) => party, width: 200, hideable: false },
    {
      id: 'exact',
      header: 'Due, net',
      kind: 'number',
      value: ({ exact }) => Number(exact),
      render: ({ exact, currency }) => <Money value={exact} currency={currency} />,
      width: 130,
    },
    {
      id: 'base',
      header: 'Statistics',
      unit: baseCurrency(),
      hint: 'The sum of the same facts in the statistics; its exact value appears when you point at it.',
      kind: 'number',
      value: ({ base }) => Number(base),
      render: (due) => <BaseAmount due={due} opensStats={opensStats} />,
      width: 150,
    },
    {
      id: 'facts',
      header: 'Facts',
      kind: 'number',
      value: ({ facts }) => facts,
      render: ({ facts }) => formatNumber(facts),
      width: 80,
    },
    {
      id: 'months',
      header: 'Months',
      value: monthsOf,
      render: (due) => (
        <span>
          {monthsOf(due)} {due.beginsWith === null && <Badge tone="attention">Never billed</Badge>}{' '}
          {due.months.some((one) => one.month < month) && <Badge>Earlier periods</Badge>}
        </span>
      ),
      width: 240,
    },
    hasProblems && PROBLEM,
  );
}
