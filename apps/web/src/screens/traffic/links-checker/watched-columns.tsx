/** The columns of the watched links. */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { PLACE_LABELS, type WatchedLink } from '@signpost/contract/traffic/links/watched.ts';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { numberOrNull } from '../../../ui/values/optional.ts';
import { Badge, Money, Time } from '../../../ui/values/values.tsx';
import { FateBadge, fateInWords } from './result-columns.tsx';
import { VerdictBadge } from './verdicts.tsx';

/** "Campaign Page, Partner link Shared": where the address stands. */
const placesInWords = ({ places }: WatchedLink): string =>
  places.map(({ kind, name }) => `${PLACE_LABELS[kind]} ${name}`).join(', ');

/** The day on which the certificate or our own domain ends, whichever is first. */
const endOf = ({ certificateUntil, domainUntil }: WatchedLink): string | null =>
  [certificateUntil?.slice(0, 10), domainUntil].filter((day) => typeof day === 'string').toSorted()[0] ?? null;

export const watchedColumnsIn = (zone: string): DataColumn<WatchedLink>[] => [
  {
    id: 'url',
    header: 'Link',
    width: 205,
    value: ({ url }) => url,
    // The host tells links apart.
    render: ({ url }) => url.replace(/^https?:\/\//, ''),
  },
  {
    id: 'verdict',
    header: 'Verdict',
    width: 105,
    value: ({ verdict }) => verdict,
    render: ({ verdict, isOut, isTrusted }) => (
      <>
        <VerdictBadge verdict={verdict} />
        {isOut && <Badge tone="attention">Out</Badge>}
        {isTrusted && <Badge tone="accent">Works for visitors</Badge>}
      </>
    ),
  },
  { id: 'places', header: 'Where', width: 140, value: placesInWords },
  {
    id: 'revenue',
    header: 'Per day',
    hint: 'Revenue a day: what came in through this link on a day of the last 30.',
    kind: 'number',
    width: 95,
    value: ({ revenuePerDay }) => numberOrNull(revenuePerDay),
    render: ({ revenuePerDay }) => {
      if (revenuePerDay === null) return '–';
      return <Money value={revenuePerDay} currency={baseCurrency()} />;
    },
  },
  { id: 'reason', header: 'Reason', width: 145, value: ({ reason }) => reason || null },
  {
    id: 'failedAt',
    header: 'Fails since',
    width: 105,
    value: ({ failedAt }) => failedAt,
    render: ({ failedAt }) => {
      if (failedAt === null) return '–';
      return <Time value={failedAt} zone={zone} ago />;
    },
  },
  {
    id: 'clickId',
    header: 'Click id',
    width: 120,
    value: fateInWords,
    render: (row) => <FateBadge row={row} />,
  },
  { id: 'end', header: 'Ends', hint: 'The certificate, or our own domain.', width: 115, value: endOf },
  {
    id: 'lookedAt',
    header: 'Last look',
    width: 125,
    value: ({ lookedAt }) => lookedAt,
    render: ({ lookedAt }) => {
      if (lookedAt === null) return '–';
      return <Time value={lookedAt} zone={zone} ago />;
    },
  },
];
