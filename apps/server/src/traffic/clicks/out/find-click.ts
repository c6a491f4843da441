/** Looks in ClickHouse for a click that is no longer in memory, with a short timeout, because its visitor waits. */
import { CLICK_COLUMNS } from '@signpost/contract/insight/stats/fact-row.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { Log } from '../../../platform/log.ts';
import { snakeCase } from '../../../platform/names.ts';
import { type StoredClick, storedClick } from './stored-click.ts';

/** The click, and whether its click-out is counted; undefined if it is unknown or ClickHouse does not answer. */
export type FindClick = (id: string) => Promise<{ click: StoredClick; out: boolean } | undefined>;

const PATIENCE_MS = 400;
/** Limits look-ups, so that forged ids cannot keep the engine busy. */
const MOST_AT_ONCE = 8;
/**
 * How long after its visit a click may still be used to step to the offer; conversions use the same limit
 * (partners/conversions/counting/clicks.ts).
 */
const OLDEST_MS = 2 * 24 * 60 * 60_000;
const AHEAD_MS = 60_000;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const COLUMNS = CLICK_COLUMNS.map(snakeCase).join(', ');

/** When a click id was made (milliseconds since 1970), or undefined if it is not one of ours. */
export function clickTime(id: string): number | undefined {
  if (ID.test(id)) return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return undefined;
}

/** Asks ClickHouse, and gives up after `patienceMs`. Never rejects. */
export function clickFinder(clickhouse: ClickHouse, log: Log, patienceMs = PATIENCE_MS): FindClick {
  let asking = 0;
  return async (id) => {
    const at = clickTime(id);
    const age = at === undefined ? Number.NaN : Date.now() - at;
    if (!(age > -AHEAD_MS && age < OLDEST_MS) || at === undefined || asking >= MOST_AT_ONCE) return undefined;
    asking += 1;
    try {
      const rows = await clickhouse.query(
        `SELECT kind, at, toString(click_id) AS click_id_text, toString(visitor_id) AS visitor_id_text,
           allocation_version, clickouts, parameters, ${COLUMNS} FROM facts
         WHERE at >= {from:DateTime64(3, 'UTC')} AND click_id = {id:UUID} AND kind IN ('visit', 'bot_visit', 'clickout')
         ORDER BY at LIMIT 20`,
        { id, from: new Date(at - 1) },
        {
          signal: AbortSignal.timeout(patienceMs),
          maxSeconds: Math.ceil(patienceMs / 1000),
          parse: ({ click_id_text: clickId, visitor_id_text: visitorId, at: when, ...row }) =>
            storedClick({ ...row, clickId, visitorId, at: new Date(String(when)).toISOString() }),
        },
      );
      const click = rows.find((row) => row !== undefined && row.kind !== 'clickout');
      return click && { click, out: rows.some((row) => (row?.clickouts ?? 0) > 0) };
    } catch (err) {
      log.warn({ err }, 'a click could not be looked up: its visitor goes to the fallback link of the site');
      return undefined;
    } finally {
      asking -= 1;
    }
  };
}
