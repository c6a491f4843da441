/** Runs a few inserts at once and waits for all of them. */
export class Lanes {
  readonly #places: number;
  /** They never reject; a failure is kept for the next caller. */
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  constructor(places: number) {
    this.#places = places;
  }

  /** Waits for a free lane and starts the work. Rejects without starting it if earlier work has failed. */
  async start(work: () => Promise<void>): Promise<{ ended: Promise<void> }> {
    while (this.#running.size >= this.#places) await Promise.race(this.#running);
    if (this.#failure !== undefined) throw this.#failure.error;
    const ended = work();
    const settled = ended
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .then(() => void this.#running.delete(settled));
    this.#running.add(settled);
    return { ended };
  }

  /** Resolves when no work is under way, or rejects with the first failure. */
  async end(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
