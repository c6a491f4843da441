/** Finds the rules that a visit's texts let through: a bit for each rule, a mask for each value that a rule names. */
import type { Subject, TextTest } from '@signpost/contract/clicks/condition-match.ts';
import type { TextConditionField } from '@signpost/contract/clicks/conditions.ts';

/** Rules of one mask: as many as a small integer of the engine has bits, which needs no object of its own. */
const BITS = 30;

export type Texts = Pick<Subject, TextConditionField>;

/** Up to {@link BITS} rules and one field: which of them its conditions let through, by the value a visit has. */
class Masks {
  readonly #byValue = new Map<string, number>();
  /** For a value that no rule names. */
  readonly #other: number;

  constructor(rules: readonly (readonly TextTest[])[], field: TextConditionField) {
    const tests = rules.map((own) => own.filter((test) => test.field === field));
    const maskOf = (value: string | null): number =>
      tests.reduce((mask, own, at) => {
        const holds = own.every(({ is, values }) => (value !== null && values.has(value)) === is);
        return holds ? mask | (1 << at) : mask;
      }, 0);
    this.#other = maskOf(null);
    for (const value of new Set(tests.flat().flatMap(({ values }) => [...values])))
      this.#byValue.set(value, maskOf(value));
  }

  of(value: string): number {
    return this.#byValue.get(value) ?? this.#other;
  }
}

class Block {
  readonly #geo: Masks;
  readonly #device: Masks;
  readonly #browser: Masks;
  readonly #os: Masks;
  readonly #language: Masks;

  constructor(rules: readonly (readonly TextTest[])[]) {
    this.#geo = new Masks(rules, 'geo');
    this.#device = new Masks(rules, 'device');
    this.#browser = new Masks(rules, 'browser');
    this.#os = new Masks(rules, 'os');
    this.#language = new Masks(rules, 'language');
  }

  /** What lets through least is asked first: often nothing is left after it. */
  letThrough(texts: Texts): number {
    let left = this.#geo.of(texts.geo);
    if (left !== 0) left &= this.#device.of(texts.device);
    if (left !== 0) left &= this.#browser.of(texts.browser);
    if (left !== 0) left &= this.#os.of(texts.os);
    if (left !== 0) left &= this.#language.of(texts.language);
    return left;
  }
}

/** Conditions on texts of many rules, looked up at once. */
export class RuleIndex {
  readonly #blocks: readonly Block[];

  /** `tests` of each rule, in the order of the rules. */
  constructor(tests: readonly (readonly TextTest[])[]) {
    const starts = Array.from({ length: Math.ceil(tests.length / BITS) }, (_, block) => block * BITS);
    this.#blocks = starts.map((start) => new Block(tests.slice(start, start + BITS)));
  }

  /** The places of the rules whose conditions on texts all hold, in order, until `found` says that it is enough. */
  find(texts: Texts, found: (at: number) => boolean): void {
    for (const [block, masks] of this.#blocks.entries()) {
      let left = masks.letThrough(texts);
      while (left !== 0) {
        const lowest = left & -left;
        if (found(block * BITS + (31 - Math.clz32(lowest)))) return;
        left ^= lowest;
      }
    }
  }
}
