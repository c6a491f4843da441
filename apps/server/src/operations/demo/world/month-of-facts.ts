/** Lines leave the heap in blocks of this many. */
export const LINES_OF_BLOCK = 256;

/** The facts of one month, as lines of JSON. */
export class MonthOfFacts {
  #lines: string[] = [];
  readonly #blocks: Buffer[] = [];

  add(text: string): void {
    this.#lines.push(text);
    if (this.#lines.length === LINES_OF_BLOCK) this.#close();
  }

  /** All lines, each with its line break and none blank: the statistics engine refuses blank lines. */
  body(): Buffer {
    this.#close();
    return Buffer.concat(this.#blocks);
  }

  /** Lines leave the heap soon, because the garbage collector copies whatever stays in it. */
  #close(): void {
    this.#blocks.push(Buffer.from(this.#lines.map((text) => `${text}\n`).join('')));
    this.#lines = [];
  }
}
