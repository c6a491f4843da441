/** Facts as lines of JSON, put together from pieces that many facts share: a million of them in a few seconds. */
import { type Fact, type FactKind, NIL_UUID } from '@signpost/contract/stats/fact.ts';
import { snakeCase } from '../../platform/names.ts';
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

const hex4 = (luck: Chance): string =>
  Math.floor(0x10000 + luck.next() * 0x10000)
    .toString(16)
    .slice(1);

/** A UUIDv7 of that millisecond. */
export function uuidAt(at: number, luck: Chance): string {
  const time = Math.floor(at).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex4(luck).slice(1)}-9${hex4(luck).slice(1)}-${hex4(luck)}${hex4(luck)}${hex4(luck)}`;
}

/** The line of a fact; a ledger entry has no click. */
export function line(kind: FactKind, factId: string, at: number, clickAt: number, known: string): string {
  const when = new Date(at).toISOString();
  const chunk = `demo.${when.slice(0, 7)}`;
  const clicked = clickAt === at ? when : new Date(clickAt).toISOString();
  const click = known.includes('"click_id"') ? '' : `,"click_id":"${NIL_UUID}"`;
  const rate = known.includes('"rate"') ? '' : ',"rate":"1"';
  return `{"chunk_id":"${chunk}","fact_id":"${factId}","kind":"${kind}","at":"${when}","click_at":"${clicked}","recorded_at":"${when}"${rate}${click}${known}}`;
}
