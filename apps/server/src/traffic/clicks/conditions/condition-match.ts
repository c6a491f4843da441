/** Evaluates conditions for a visit: compiled to closures once, called at every click. Pure. */

import { withinHours } from '@signpost/contract/dates/hours-of-week.ts';
import { addressNumber } from '@signpost/contract/reading/address-number.ts';
import {
  type ConditionGroup,
  type ConditionNode,
  type ConditionTest,
  type FreeConditionField,
  isGroup,
  type RecordConditionField,
  type TextConditionField,
} from '@signpost/contract/traffic/clicks/conditions.ts';
import { hostOf, languageOf } from '@signpost/contract/traffic/clicks/visit-words.ts';
import { inZone } from '../../../platform/zone-time.ts';
import { isWithin, spansOf } from './address-spans.ts';

/** The input of conditions. Texts are in lower case except `geo`, which is two capitals; '' and 0 mean "unknown". */
export interface Subject {
  readonly geo: string;
  readonly language: string;
  readonly device: string;
  readonly os: string;
  readonly browser: string;
  /** The IP address, or ''. */
  readonly address: string;
  readonly source: number;
  readonly category: number;
  readonly referrer: string;
  readonly publisher: number;
  readonly website: number;
  readonly subs: readonly [string, string, string, string, string];
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly returning: boolean;
  /** A number in [0, 1) that belongs to this visitor and `seed`, always the same. */
  unit(seed: number): number;
}

export type Matcher = (subject: Subject) => boolean;

/** The values of text conditions as a {@link Subject} has them. */
export function normal(field: string, value: string): string {
  if (field === 'geo') return value.toUpperCase();
  // `de-AT` is stored as `de` and `https://www.news.example/a` as `news.example`, because people type either form.
  if (field === 'language') return languageOf(value) || value.toLowerCase();
  if (field === 'referrer') return hostOf(value) || value.toLowerCase();
  return value.toLowerCase();
}

// Each property is read by its own name, because reading one by a variable name is many times slower.
const TEXT: Record<TextConditionField, (subject: Subject) => string> = {
  geo: (subject) => subject.geo,
  language: (subject) => subject.language,
  device: (subject) => subject.device,
  os: (subject) => subject.os,
  browser: (subject) => subject.browser,
};
const RECORD: Record<RecordConditionField, (subject: Subject) => number> = {
  source: (subject) => subject.source,
  category: (subject) => subject.category,
  publisher: (subject) => subject.publisher,
  website: (subject) => subject.website,
};
const FREE: Record<FreeConditionField, (subject: Subject) => string> = {
  referrer: small((subject) => subject.referrer),
  sub1: small((subject) => subject.subs[0]),
  sub2: small((subject) => subject.subs[1]),
  sub3: small((subject) => subject.subs[2]),
  sub4: small((subject) => subject.subs[3]),
  sub5: small((subject) => subject.subs[4]),
};

/** Converts to lower case. It remembers the last text, because all conditions of one visit ask for the same one. */
function small(read: (subject: Subject) => string): (subject: Subject) => string {
  let last = '';
  let letters = '';
  return (subject) => {
    const text = read(subject);
    if (text !== last) {
      last = text;
      letters = text.toLowerCase();
    }
    return letters;
  };
}

let lastAddress = '';
let lastPlace: bigint | null = null;

/** The address as a number. The last one is remembered, because all conditions of a visit ask for the same address. */
function placeOf(address: string): bigint | null {
  if (address !== lastAddress) {
    lastAddress = address;
    lastPlace = addressNumber(address);
  }
  return lastPlace;
}

/** A condition on `news.example` also holds for `www.news.example` and other subdomains. */
const sameHost = (host: string, value: string): boolean => host === value || host.endsWith(`.${value}`);

function positive(test: ConditionTest, seed: number): Matcher {
  switch (test.field) {
    case 'geo':
    case 'language':
    case 'device':
    case 'os':
    case 'browser': {
      const { field } = test;
      const read = TEXT[field];
      const values = new Set(test.values.map((value) => normal(field, value)));
      const [only] = values;
      if (values.size === 1) return (subject) => read(subject) === only;
      return (subject) => values.has(read(subject));
    }
    case 'source':
    case 'category':
    case 'publisher':
    case 'website': {
      const read = RECORD[test.field];
      const values = new Set(test.values);
      return (subject) => values.has(read(subject));
    }
    case 'address': {
      const spans = spansOf(test.values);
      return (subject) => isWithin(spans, placeOf(subject.address));
    }
    case 'hours': {
      const within = withinHours(test);
      const holds = inZone(test.timeZone, ({ weekday, hour }) => within(weekday, hour));
      return (subject) => holds(subject.at);
    }
    case 'dates': {
      const { from, to } = test;
      const holds = inZone(test.timeZone, ({ day }) => (from === null || day >= from) && (to === null || day <= to));
      return (subject) => holds(subject.at);
    }
    case 'visitor': {
      const returning = test.values[0] === 'returning';
      return (subject) => subject.returning === returning;
    }
    case 'share': {
      const part = test.percent / 100;
      return (subject) => subject.unit(seed) < part;
    }
    default: {
      const read = FREE[test.field];
      if (test.how === 'contains') {
        const parts = test.values.map((value) => value.toLowerCase());
        return (subject) => {
          const text = read(subject);
          for (const part of parts) if (text.includes(part)) return true;
          return false;
        };
      }
      const values = test.values.map((value) => normal(test.field, value));
      const same = test.field === 'referrer' ? sameHost : (a: string, b: string) => a === b;
      return (subject) => values.some((value) => same(read(subject), value));
    }
  }
}

const MOST_KEPT = 20_000;
const sharedMatchers = new Map<string, Matcher>();

/**
 * One condition as a closure; `seed` keeps one rule's share of traffic independent of another's. Equal conditions of
 * many rules share one closure, so that frequently used closures stay in the processor's cache.
 */
export function compileTest(test: ConditionTest, seed: number): Matcher {
  const key = test.field === 'share' ? `${seed} ${JSON.stringify(test)}` : JSON.stringify(test);
  const known = sharedMatchers.get(key);
  if (known !== undefined) return known;
  const holds = positive(test, seed);
  const matcher: Matcher = test.is ? holds : (subject) => !holds(subject);
  if (sharedMatchers.size >= MOST_KEPT) sharedMatchers.clear();
  sharedMatchers.set(key, matcher);
  return matcher;
}

/**
 * Cheap conditions are evaluated before expensive ones; the result is the same. The address comes last: a replay does not
 * know it, and can judge every click that the other conditions have already decided.
 */
const COST: Partial<Record<ConditionTest['field'], number>> = { share: 2, referrer: 2, address: 1_000 };

function costOf(node: ConditionNode): number {
  if (isGroup(node)) return 4 + node.items.length;
  if ('how' in node) return 2 + node.values.length;
  return COST[node.field] ?? 1;
}

function compileNode(node: ConditionNode, seed: number): Matcher {
  if (!isGroup(node)) return compileTest(node, seed);
  const items = [...node.items].sort((a, b) => costOf(a) - costOf(b)).map((item) => compileNode(item, seed));
  if (node.match === 'all')
    return (subject) => {
      for (const item of items) if (!item(subject)) return false;
      return true;
    };
  return (subject) => {
    for (const item of items) if (item(subject)) return true;
    return items.length === 0;
  };
}

/** Conditions as one closure. An empty group holds for everybody. */
export function compileConditions(conditions: ConditionGroup, seed: number): Matcher {
  return compileNode(conditions, seed);
}

/** A condition on a short text; its values have the form that a {@link Subject} uses. */
export interface TextTest {
  readonly field: TextConditionField;
  readonly is: boolean;
  readonly values: ReadonlySet<string>;
}

const isText = (test: ConditionTest): test is Extract<ConditionTest, { field: TextConditionField }> =>
  test.field in TEXT;

/**
 * Splits conditions into the text conditions that must always hold (`texts`) and the others (`rest`). The conditions
 * hold exactly where both parts hold. A rule can be looked up by the first part.
 */
export function apart(conditions: ConditionGroup): { texts: TextTest[]; rest: ConditionGroup } {
  if (conditions.match === 'any' && conditions.items.length > 1) return { texts: [], rest: conditions };
  const texts: TextTest[] = [];
  const items: ConditionNode[] = [];
  for (const item of conditions.items) {
    if (isGroup(item)) {
      const inner = apart(item);
      texts.push(...inner.texts);
      if (inner.rest.items.length > 0) items.push(inner.rest);
    } else if (isText(item)) {
      const { field, is } = item;
      texts.push({ field, is, values: new Set(item.values.map((value) => normal(field, value))) });
    } else items.push(item);
  }
  return { texts, rest: { match: 'all', items } };
}
