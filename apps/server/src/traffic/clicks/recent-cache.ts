/** A bounded cache of recent results: two generations, of which the older one is dropped as a whole. */
export class RecentCache<Value> {
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  readonly #size: number;
  readonly #make: (key: string) => Value;

  /** Holds at most twice `size` values; `make` computes a missing one. */
  constructor(size: number, make: (key: string) => Value) {
    this.#size = size;
    this.#make = make;
  }

  has(key: string): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  /** The next `get` of this key computes its value again. */
  forget(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  get(key: string): Value {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const value = this.#old.get(key) ?? this.#make(key);
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }
}
