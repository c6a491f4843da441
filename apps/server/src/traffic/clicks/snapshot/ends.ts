/** When a direct link or a box begins and ends, and after how many clicks (docs/product/links-and-hosts.md). */

import { addDays, startOfDay } from '@signpost/contract/dates/dates.ts';
import type { EndState } from '@signpost/contract/traffic/clicks/trace.ts';
import type { EndsRow } from './config.ts';
import { type LimitedClicks, type LimitedKey, type LimitedTable, limitedKey } from './limited-clicks.ts';

export interface Ends {
  readonly table: LimitedTable;
  readonly id: number;
  readonly key: LimitedKey;
  /** Milliseconds since 1970: from the begin of its first day up to the end of its last one. */
  readonly from: number;
  readonly until: number;
  /** 0 for no limit. */
  readonly mostClicks: number;
}

/** The ends as instants, so that no click needs a time zone. */
export function endsOf(row: EndsRow & { id: number }, table: LimitedTable): Ends {
  const zone = row.timeZone ?? 'UTC';
  return {
    table,
    id: row.id,
    key: limitedKey(table, row.id),
    from: row.validFrom ? startOfDay(row.validFrom, zone).getTime() : 0,
    until: row.validTo ? startOfDay(addDays(row.validTo, 1), zone).getTime() : Number.POSITIVE_INFINITY,
    mostClicks: row.maxClicks ?? 0,
  };
}

export type ClicksSoFar = Pick<LimitedClicks, 'clicksOf'>;

/** Whether it takes clicks at this time, and the reason if it does not. */
export function endStateOf(soFar: ClicksSoFar, { key, from, until, mostClicks }: Ends, at: number): EndState {
  if (at < from) return 'not_begun';
  if (at >= until) return 'ended';
  if (mostClicks !== 0 && soFar.clicksOf(key) >= mostClicks) return 'used_up';
  return 'active';
}
