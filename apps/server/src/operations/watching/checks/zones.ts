/**
 * Compares the time zones of this program with those of the statistics engine. Governments change their clocks, and the
 * two may know the rules of different years: then hours and days of the statistics begin at another time than elsewhere.
 */
import { offsetMinutes, wallClock } from '@signpost/contract/dates/wall-clock.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { engineRow, readRows } from '../../../platform/rows.ts';
import { good, type Patient, skipped, type Verdict, warning } from './verdict.ts';

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;
/** More zones are hardly in use, and the check has a few seconds. */
const MOST_ZONES = 40;

const zoneRow = z.object({ name: z.string() });
const shownRow = z.object({ at: z.number(), shown: z.string() });

const offsetAt = (at: number, timeZone: string): number => offsetMinutes(new Date(at * 1000), timeZone);

/** The minute at which the offset changes between two instants. */
function changeBetween(start: number, end: number, timeZone: string): number {
  const before = offsetAt(start, timeZone);
  let from = start;
  let until = end;
  while (until - from > MINUTE_S) {
    const middle = Math.floor((from + until) / 2 / MINUTE_S) * MINUTE_S;
    if (offsetAt(middle, timeZone) === before) from = middle;
    else until = middle;
  }
  return until;
}

/** Each day of this and the next year, and the minutes around each change of the clocks, in Unix seconds. */
function instantsToCompare(timeZone: string, year: number): number[] {
  const instants: number[] = [];
  const end = Date.UTC(year + 2, 0, 1) / 1000;
  for (let at = Date.UTC(year, 0, 1) / 1000; at < end; at += DAY_S) {
    instants.push(at);
    if (offsetAt(at, timeZone) === offsetAt(at + DAY_S, timeZone)) continue;
    const change = changeBetween(at, at + DAY_S, timeZone);
    instants.push(change - MINUTE_S, change);
  }
  return instants;
}

function clockText(at: number, timeZone: string): string {
  const { day, minutes } = wallClock(new Date(at * 1000), timeZone);
  const padded = (value: number): string => String(value).padStart(2, '0');
  return `${day} ${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
}

/** The first day in UTC on which the engine shows another time than this program; null if there is none. */
async function firstDifference(clickhouse: ClickHouse, timeZone: string, year: number): Promise<string | null> {
  const rows = await clickhouse.query(
    `SELECT at, substring(toString(toDateTime64(at, 0, {timeZone:String})), 1, 16) AS shown
     FROM (SELECT arrayJoin({instants:Array(UInt32)}) AS at) ORDER BY at`,
    { timeZone, instants: instantsToCompare(timeZone, year) },
    { parse: engineRow(shownRow) },
  );
  const first = rows.find(({ at, shown }) => shown !== clockText(at, timeZone));
  if (first === undefined) return null;
  return new Date(first.at * 1000).toISOString().slice(0, 10);
}

/** Whether the engine knows the zones of the people here as this program does. */
export async function zonesVerdict({ db, clickhouse, now }: Patient): Promise<Verdict> {
  if (clickhouse === undefined) return skipped('Only the running product reaches the embedded engine.');
  const zones = await readRows(
    db,
    zoneRow,
    sql`SELECT time_zone AS name FROM users WHERE archived_at IS NULL
      GROUP BY time_zone ORDER BY count(*) DESC, time_zone LIMIT ${MOST_ZONES}`,
  );
  const different: string[] = [];
  for (const { name } of zones) {
    const since = await firstDifference(clickhouse, name, now().getUTCFullYear());
    if (since !== null) different.push(`${name} from ${since} on`);
  }
  if (different.length === 0) return good('The statistics engine knows the time zones of all people here.');
  return warning(
    `The statistics engine has other rules for time zones than this program: ${different.join(', ')}. Its hours and days begin earlier or later there.`,
    'Upgrade ClickHouse or, for the embedded engine, the product. Until then, choose another zone of the same time in My profile.',
  );
}
