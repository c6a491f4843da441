/** Draws from the distributions that the weighing needs; the same seed gives the same numbers. */

/** Numbers in [0, 1). */
export type Uniform = () => number;

/** Mulberry32. */
export function uniform(seed: number): Uniform {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Box and Muller (1958). */
function normal(next: Uniform): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Gamma with scale 1. Marsaglia and Tsang, "A simple method for generating gamma variables", ACM TOMS 26 (2000). */
export function gamma(next: Uniform, shape: number): number {
  if (shape < 1) return gamma(next, shape + 1) * (1 - next()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(next);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Beta, as the ratio of two gammas. */
export function beta(next: Uniform, a: number, b: number): number {
  const x = gamma(next, a);
  return x / (x + gamma(next, b));
}
