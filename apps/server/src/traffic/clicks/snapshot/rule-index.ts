/**
 * Finds the rules whose text conditions a visit fulfils: one bit for each rule, and one mask for each value that a rule
 * names.
 */

import type { TextConditionField } from '@signpost/contract/traffic/clicks/conditions.ts';
import type { Subject, TextTest } from '../conditions/condition-match.ts';
import { RecentCache } from '../recent-cache.ts';

/** Rules per mask: the number of bits in an integer that V8 stores without allocating an object. */
const BITS = 30;
/**
 * The maximum number of places of all fields together, more than any real configuration names. Each place costs every
 * box four bytes.
 */
const MOST_PLACES = 4_096;
/** How many different texts of visitors are cached per field. */
const KEPT_TEXTS = 1_000;

/** The texts of a visit, in upper or lower case. */
export type Texts = Pick<Subject, TextConditionField>;

/** The values that a configuration's rules name in one field. Each value has a place in every list of masks. */
class FieldWords {
  /** The place of all values that no rule names. */
  readonly other: number;
  readonly #places: ReadonlyMap<string, number>;
  readonly #byText: RecentCache<number>;

  constructor(other: number, values: ReadonlySet<string>, isSmall: boolean) {
    const places = new Map([...values].map((value, at) => [value, other + 1 + at]));
    this.other = other;
    this.#places = places;
    this.#byText = new RecentCache(KEPT_TEXTS, (text) => places.get(isSmall ? text.toLowerCase() : text) ?? other);
  }

  /** The place after the last one. */
  get end(): number {
    return this.other + 1 + this.#places.size;
  }

  /** The place of a text of the visit. */
  placeOf(text: string): number {
    return this.#byText.get(text);
  }

  placesOf(values: ReadonlySet<string>): number[] {
    return [...values].map((value) => this.#places.get(value) ?? this.other);
  }
}

/** All values that rules of a configuration name. A visit is looked up once for all boxes. */
export class Words {
  readonly geo: FieldWords;
  readonly device: FieldWords;
  readonly browser: FieldWords;
  readonly os: FieldWords;
  readonly language: FieldWords;
  readonly places: number;

  constructor(tests: readonly TextTest[]) {
    let next = 0;
    const wordsOf = (field: TextConditionField): FieldWords => {
      const own = tests.filter((test) => test.field === field);
      const values = new Set(own.flatMap((test) => [...test.values]));
      const words = new FieldWords(next, values, field !== 'geo');
      next = words.end;
      return words;
    };
    this.geo = wordsOf('geo');
    this.device = wordsOf('device');
    this.browser = wordsOf('browser');
    this.os = wordsOf('os');
    this.language = wordsOf('language');
    this.places = next;
  }

  /** Whether there are few enough places for every box to have its own masks. */
  get canBeIndexed(): boolean {
    return this.places <= MOST_PLACES;
  }
}

/** For each place, the mask of the rules (up to {@link BITS}) that a visit with the value of that place may pass. */
function masksOf(rules: readonly (readonly TextTest[])[], words: Words): Int32Array {
  const masks = new Int32Array(words.places).fill(2 ** rules.length - 1);
  const take = (place: number, bit: number): void => {
    masks[place] = (masks[place] ?? 0) & ~bit;
  };
  for (const [at, tests] of rules.entries()) {
    const bit = 1 << at;
    for (const { field, is, values } of tests) {
      const { other, end } = words[field];
      const named = words[field].placesOf(values);
      if (is) {
        const open = named.filter((place) => ((masks[place] ?? 0) & bit) !== 0);
        for (let place = other; place < end; place += 1) take(place, bit);
        for (const place of open) masks[place] = (masks[place] ?? 0) | bit;
      } else for (const place of named) take(place, bit);
    }
  }
  return masks;
}

/** Looks up the text conditions of many rules at once. */
export class RuleIndex {
  readonly #words: Words;
  readonly #blocks: readonly Int32Array[];

  /** `tests` holds the tests of each rule, in the order of the rules; `words` must contain all their values. */
  constructor(tests: readonly (readonly TextTest[])[], words: Words) {
    this.#words = words;
    const starts = Array.from({ length: Math.ceil(tests.length / BITS) }, (_, block) => block * BITS);
    this.#blocks = starts.map((start) => masksOf(tests.slice(start, start + BITS), words));
  }

  /**
   * Calls `found` with the position of each rule whose text conditions all hold, in order, until `found` says that it
   * is enough.
   */
  find(texts: Texts, found: (at: number) => boolean): void {
    const words = this.#words;
    const geo = words.geo.placeOf(texts.geo);
    const device = words.device.placeOf(texts.device);
    const browser = words.browser.placeOf(texts.browser);
    const os = words.os.placeOf(texts.os);
    const language = words.language.placeOf(texts.language);
    let first = 0;
    for (const masks of this.#blocks) {
      let left = (masks[geo] ?? 0) & (masks[device] ?? 0) & (masks[browser] ?? 0);
      left &= (masks[os] ?? 0) & (masks[language] ?? 0);
      while (left !== 0) {
        const lowest = left & -left;
        if (found(first + 31 - Math.clz32(lowest))) return;
        left ^= lowest;
      }
      first += BITS;
    }
  }
}
