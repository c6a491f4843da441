/**
 * Reads the zone behind a time, as other systems write it: an offset (`+0200`, `GMT+2`), a name of the time-zone
 * database (`Europe/Berlin`, `PST8PDT`) or an abbreviation. An abbreviation with several meanings (`CST`) has the one
 * that the clocks of the default zone show at that time, and is refused if they show none of them.
 */
import { isTimeZone } from '../dates/dates.ts';
import { instantOf, offsetMinutes } from '../dates/wall-clock.ts';

/** Minutes east of UTC. Those of America come from RFC 5322, the others from the time-zone database. */
const ABBREVIATIONS: ReadonlyMap<string, number> = new Map([
  ['Z', 0],
  ['UTC', 0],
  ['GMT', 0],
  ['WET', 0],
  ['WEST', 60],
  ['CET', 60],
  ['MEZ', 60],
  ['WAT', 60],
  ['CEST', 120],
  ['MESZ', 120],
  ['EET', 120],
  ['CAT', 120],
  ['SAST', 120],
  ['EEST', 180],
  ['MSK', 180],
  ['EAT', 180],
  ['PKT', 300],
  ['WIB', 420],
  ['HKT', 480],
  ['SGT', 480],
  ['AWST', 480],
  ['JST', 540],
  ['KST', 540],
  ['AEST', 600],
  ['AEDT', 660],
  ['NZST', 720],
  ['NZDT', 780],
  ['EST', -300],
  ['EDT', -240],
  ['MST', -420],
  ['MDT', -360],
  ['PST', -480],
  ['PDT', -420],
  ['AKST', -540],
  ['AKDT', -480],
  ['HST', -600],
]);
const SEVERAL: ReadonlyMap<string, readonly number[]> = new Map([
  ['CST', [-360, 480]],
  ['CDT', [-300, -240]],
  ['IST', [60, 120, 330]],
  ['BST', [60, 360, 660]],
  ['AST', [-240, 180]],
  ['GST', [240, -120]],
  ['AMT', [-240, 240]],
]);
/** An unencoded plus arrives as a space. An abbreviation behind an offset says nothing new. */
const OFFSET = /^ ?(UTC|GMT)?([+ -])(\d{1,2})(?::?(\d{2}))?(?: [a-z]{3,5})?$/i;
/** A name in brackets, behind an offset or alone: `+01:00[Europe/Berlin]`, `GMT+0100 (CET)`, `(EST)`. */
const IN_BRACKETS = /[[(]([^()[\]]{1,60})[\])]$/;
const MINUTE_MS = 60_000;

/** The minutes of an offset; null if the text is none. */
function readOffset(text: string): number | null {
  const [, utc, sign, hours = '', minutes = '0'] = OFFSET.exec(text) ?? [];
  const isClear = sign !== undefined && (sign !== ' ' || utc !== undefined || hours.length === 2);
  if (!isClear || Number(hours) > 23 || Number(minutes) > 59) return null;
  const size = Number(hours) * 60 + Number(minutes);
  if (sign === '-') return -size;
  return size;
}

/**
 * The moment at which clocks show a time.
 *
 * @param local the time as if it were in UTC, in milliseconds
 * @param zoneText the text behind the time; blank if there is none
 * @param timeZone the zone of times without one
 * @returns null if the zone is unknown or has several meanings
 */
export function momentInZone(local: number, zoneText: string, timeZone: string): Date | null {
  const text = withoutSecondName(zoneText);
  const name = text.trim();
  if (name === '') return instantOf(local, timeZone);
  const offset = readOffset(text) ?? ABBREVIATIONS.get(name.toUpperCase());
  if (offset !== undefined) return new Date(local - offset * MINUTE_MS);
  const several = SEVERAL.get(name.toUpperCase());
  if (several !== undefined) return clearMoment(local, several, timeZone);
  if (!isTimeZone(name)) return null;
  return instantOf(local, name);
}

/** A name in brackets says nothing new behind another zone. */
function withoutSecondName(zoneText: string): string {
  const bracketed = IN_BRACKETS.exec(zoneText);
  if (bracketed === null) return zoneText;
  const before = zoneText.slice(0, bracketed.index).trimEnd();
  if (before !== '') return before;
  return bracketed[1] ?? '';
}

/** The only moment at which the offset of the zone is one of these. */
function clearMoment(local: number, offsets: readonly number[], timeZone: string): Date | null {
  const moments = offsets.map((offset) => ({ offset, at: new Date(local - offset * MINUTE_MS) }));
  const fitting = moments.filter(({ offset, at }) => offsetMinutes(at, timeZone) === offset);
  if (fitting.length !== 1) return null;
  return fitting[0]?.at ?? null;
}
