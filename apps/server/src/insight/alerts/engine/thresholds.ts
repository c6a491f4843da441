/** Thresholds that people set: a value above or below a limit, for a number of hours or days in a row. */
export interface ThresholdRule {
  comparison: 'below' | 'above';
  value: number;
  /** How many in a row. */
  times: number;
}

export interface Crossing {
  /** Indexes; `raised` is null while it has not lasted long enough. */
  start: number;
  raised: number | null;
  ended: number | null;
}

const CROSSES: Readonly<Record<ThresholdRule['comparison'], (value: number, limit: number) => boolean>> = {
  below: (value, limit) => value < limit,
  above: (value, limit) => value > limit,
};

/** The spans in which a threshold was crossed. Empty values neither cross it nor end a span. */
export function crossings(values: readonly (number | null)[], { comparison, value: limit, times }: ThresholdRule) {
  const found: Crossing[] = [];
  let active: Crossing | null = null;
  let length = 0;
  values.forEach((value, index) => {
    if (value === null) return;
    if (!CROSSES[comparison](value, limit)) {
      if (active?.raised != null) active.ended = index;
      else if (active !== null) found.pop();
      active = null;
      length = 0;
      return;
    }
    if (active === null) {
      active = { start: index, raised: null, ended: null };
      found.push(active);
    }
    length += 1;
    if (length >= times) active.raised ??= index;
  });
  return found;
}
