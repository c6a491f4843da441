/** How a person reads numbers and weeks. Without zod, because the first screen needs it. */

/** The days on which a week can begin. */
export const WEEK_STARTS = ['monday', 'sunday', 'saturday'] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

/** The ways to write numbers, each with the locale that writes so. */
export const NUMBER_FORMATS = {
  point: { locale: 'en-US', example: '1,234.56' },
  comma: { locale: 'de-DE', example: '1.234,56' },
  spaces: { locale: 'fr-FR', example: '1 234,56' },
} as const;
export type NumberFormat = keyof typeof NUMBER_FORMATS;

/** Whether a value names a day on which weeks begin. */
export function isWeekStart(value: unknown): value is WeekStart {
  return WEEK_STARTS.some((day) => day === value);
}

/** Whether a value names a way to write numbers. */
export function isNumberFormat(value: unknown): value is NumberFormat {
  return typeof value === 'string' && Object.hasOwn(NUMBER_FORMATS, value);
}
