/** Facts as lines of JSON, put together from pieces that many facts share: a million of them in a few seconds. */
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { type Fact, type FactKind, NIL_UUID } from '@signpost/contract/traffic/clicks/fact.ts';
import { snakeCase } from '../../../platform/names.ts';
import type { Chance } from './random.ts';

/** Some columns of a fact. */
export type Known = Partial<Omit<Fact, 'factId' | 'kind' | 'at' | 'clickAt' | 'recordedAt'>>;

const keys = new Map<string, string>();

const keyOf = (name: string): string => {
  const known = keys.get(name) ?? `,"${snakeCase(name)}":`;
  keys.set(name, known);
  return known;
};

/** Keys and values for the inside of a JSON object, each with a leading comma; blanks and zeros are left out. */
export function parts(known: Known): string {
  let text = '';
  for (const name in known) {
    const value = known[name as keyof Known];
    if (value === 0 || value === '' || value === undefined) continue;
    text += keyOf(name) + (typeof value === 'number' ? value : JSON.stringify(value));
  }
  return text;
}

/** Seven hexadecimal digits. */
const hex7 = (luck: Chance): string => (0x10000000 + Math.floor(luck.next() * 0x10000000)).toString(16).slice(1);

/** A UUIDv7 of that millisecond. */
export function uuidAt(at: number, luck: Chance): string {
  const time = Math.floor(at).toString(16).padStart(12, '0');
  const some = hex7(luck);
  const more = hex7(luck);
  const rest = hex7(luck);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${some.slice(0, 3)}-9${some.slice(3, 6)}-${more}${rest.slice(0, 5)}`;
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2019, 11, 31);
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The position of the facts of a day, as if each day had been one chunk: days since the start of 2020. */
export const demoPosition = (day: string): number => (Date.parse(day) - FIRST_DAY) / DAY_MS;

/** On the last days of a month, the facts of one minute of an hour become known on the third of the next month. */
const isLate = (when: string): boolean => when.slice(8, 10) > '26' && when.slice(14, 16) === '07';
/** No fact becomes known more days than this after it happened. */
export const LATEST_DAYS = 8;

const positions = new Map<string, { own: number; late: number }>();

/** Remembered by day, because a million facts have a few hundred days. */
function positionsOf(day: string): { own: number; late: number } {
  const known = positions.get(day);
  if (known !== undefined) return known;
  const [year = 0, month = 0] = day.split('-').map(Number);
  const found = { own: demoPosition(day), late: (Date.UTC(year, month, 3) - FIRST_DAY) / DAY_MS };
  positions.set(day, found);
  return found;
}

/** A fact is in the chunk of the month in which it counts, and becomes known when it was recorded. */
const chunkOf = (when: string, recorded = when): string => {
  const { own, late } = positionsOf(recorded.slice(0, DAY_LENGTH));
  return `{"chunk_id":"demo.${when.slice(0, MONTH_LENGTH)}","position":${isLate(when) ? late : own},`;
};
const MONTH_LENGTH = 'YYYY-MM'.length;
const AT_LENGTH = '{"at":"'.length;

const RECORDED = '"recorded_at":"';

/** The line of the product's fact, within the chunk of its month. */
export function inChunk(text: string): string {
  const at = text.indexOf(RECORDED);
  return chunkOf(text.slice(AT_LENGTH), at < 0 ? undefined : text.slice(at + RECORDED.length)) + text.slice(1);
}

/** The month of a line of the demo. */
export const monthOf = (text: string): string => text.slice(CHUNK_LENGTH, CHUNK_LENGTH + MONTH_LENGTH);
const CHUNK_LENGTH = '{"chunk_id":"demo.'.length;

interface Line {
  kind: FactKind;
  factId: string;
  at: number;
  /** A ledger entry has no click. */
  click: { id: string; at: number } | null;
  /** The other columns. */
  known: string;
}

/** The line of a fact, without the values that equal the table's defaults. */
export function line({ kind, factId, at, click, known }: Line): string {
  const when = new Date(at).toISOString();
  const clickId = click?.id ?? NIL_UUID;
  const ofClick =
    (clickId === factId ? '' : `,"click_id":"${clickId}"`) +
    (click === null || click.at === at ? '' : `,"click_at":"${new Date(click.at).toISOString()}"`);
  return `${chunkOf(when)}"fact_id":"${factId}","kind":"${kind}","at":"${when}"${ofClick}${known}}`;
}

/** The counts of a visit that was sent on. `spent` is its cost, if its source is paid by click. */
export function countedBy({
  hasPrelander,
  hasCode,
  spent,
}: {
  hasPrelander: boolean;
  hasCode: boolean;
  spent: string | undefined;
}): Known {
  const counted: Known = { reason: 'allocation', visits: 1 };
  if (hasPrelander) counted.prelanderVisits = 1;
  else counted.clickouts = 1;
  if (hasCode) counted.codeUses = 1;
  if (spent === undefined) return counted;
  counted.cost = spent;
  counted.amount = spent;
  counted.currency = baseCurrency();
  return counted;
}
