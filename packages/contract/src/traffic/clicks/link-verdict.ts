/** Verdicts on links (docs/product/links-checker.md). Only `broken` has effects. */
export const VERDICTS = ['ok', 'moved', 'broken', 'blocked', 'limited', 'flaky', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const VERDICT_LABELS = {
  ok: 'OK',
  moved: 'Moved',
  broken: 'Broken',
  blocked: 'Blocked',
  limited: 'Limited',
  flaky: 'Flaky',
  unknown: 'Unknown',
} as const satisfies Record<Verdict, string>;

/** The possible fates of the test click id on the way. */
export const CLICK_ID_FATES = ['not_sent', 'survives', 'lost'] as const;
export type ClickIdFate = (typeof CLICK_ID_FATES)[number];
