/** The interval of a difference of means that holds at every look. */

/** The data of one arm: the number of units, the sum of their values and the sum of the squares. */
export interface Arm {
  readonly units: number;
  readonly sum: number;
  readonly squares: number;
}

export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas ("Time-uniform central limit theory
 * and asymptotic confidence sequences", 2021), narrowest at `horizon` units of both arms together. With fewer than 2 units in
 * an arm nothing is known.
 */
export function differenceInterval(
  control: Arm,
  arm: Arm,
  { alpha, horizon }: { alpha: number; horizon: number },
): Interval {
  if (control.units < 2 || arm.units < 2) return { estimate: 0, low: -Infinity, high: Infinity };
  const mean0 = control.sum / control.units;
  const mean1 = arm.sum / arm.units;
  // Even arms without any conversion are uncertain: half a conversion keeps their variance above zero.
  const variance0 = Math.max((control.squares - control.units * mean0 ** 2) / (control.units - 1), 0.5 / control.units);
  const variance1 = Math.max((arm.squares - arm.units * mean1 ** 2) / (arm.units - 1), 0.5 / arm.units);
  const error = Math.sqrt(variance0 / control.units + variance1 / arm.units);
  const n = control.units + arm.units;
  const tuned = (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / horizon;
  const spread = n * tuned + 1;
  const width =
    error * Math.sqrt(n) * Math.sqrt(((2 * spread) / (n * n * tuned)) * Math.log(Math.sqrt(spread) / alpha));
  const estimate = mean1 - mean0;
  return { estimate, low: estimate - width, high: estimate + width };
}
