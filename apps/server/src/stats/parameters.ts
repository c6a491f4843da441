/** Collects the values of one statement; SQL holds only their placeholders. */
export class Parameters {
  readonly values: Record<string, unknown> = {};
  #next = 0;

  /** The placeholder of a value of this ClickHouse type. */
  add(type: string, value: unknown): string {
    const name = `p${this.#next++}`;
    this.values[name] = value;
    return `{${name}:${type}}`;
  }
}
