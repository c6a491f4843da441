/** Collects the values of one statement, whose SQL only contains placeholders. The same value is bound once. */
export class Parameters {
  readonly values: Record<string, unknown> = {};
  readonly #known = new Map<string, string>();

  /** The placeholder of a value of this ClickHouse type. */
  add(type: string, value: unknown): string {
    const key = `${type} ${JSON.stringify(value)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const name = `p${this.#known.size}`;
    const placeholder = `{${name}:${type}}`;
    this.values[name] = value;
    this.#known.set(key, placeholder);
    return placeholder;
  }
}
