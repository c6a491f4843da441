/** Formats numbers of the statistics by locale, with a true minus sign, and empty values as a dash. */
import { isMoney } from '../../reading/money-text.ts';
import type { MetricValue } from './evaluate.ts';
import type { Metric, MetricFormat } from './metrics.ts';

/** The text for an empty value. Zero is shown as 0. */
export const EMPTY = '–';

const MINUS = '\u2212';

const formatters = new Map<string, Intl.NumberFormat>();

const formatterOf = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, options);
  formatters.set(key, made);
  return made;
};

function exactNumber(value: MetricValue) {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  // A decimal string is passed to Intl unchanged, so that no digit is lost in a binary float.
  if (isMoney(value)) return value;
  return null;
}

const write = (value: MetricValue, locale: string, options: Intl.NumberFormatOptions): string => {
  const exact = exactNumber(value);
  if (exact === null) return EMPTY;
  const formatter = formatterOf(locale, { signDisplay: 'negative', ...options });
  // Most cells have neither a minus nor a percent sign. Writing a number in parts takes several times as long.
  if (options.style !== 'percent' && !String(exact).startsWith('-')) return formatter.format(exact);
  const parts = formatter.formatToParts(exact);
  return parts
    .map(({ type, value: text }, at) => {
      if (type === 'minusSign') return MINUS;
      // Some locales write a space before the sign themselves.
      if (type === 'percentSign' && at > 0 && parts[at - 1]?.type !== 'literal') return ` ${text}`;
      return text;
    })
    .join('');
};

const fixed = (places: number) => ({ minimumFractionDigits: places, maximumFractionDigits: places });

const STYLE: Readonly<Record<MetricFormat, Intl.NumberFormatOptions>> = {
  integer: {},
  money: {},
  percent: { style: 'percent' },
};

/** Money, with its currency if one is given; otherwise the unit is in the header. */
export function formatMoney(value: MetricValue, locale: string, places = 2, currency?: string): string {
  const unit = currency === undefined ? {} : { style: 'currency' as const, currency };
  return write(value, locale, { ...fixed(places), ...unit });
}

/** The value of a metric, formatted with its format and decimals. */
export function formatMetric(
  metric: Pick<Metric, 'format' | 'places'>,
  value: MetricValue,
  locale: string,
  currency?: string,
): string {
  if (metric.format === 'money') return formatMoney(value, locale, metric.places, currency);
  return write(value, locale, { ...fixed(metric.places), ...STYLE[metric.format] });
}

/**
 * The change from one value to another as a fraction of the earlier one; null if there is no earlier value to compare
 * with.
 */
export function changeOf(value: MetricValue, before: MetricValue): number | null {
  if (value === null || before === null) return null;
  const now = Number(value);
  const then = Number(before);
  if (then === 0 || !Number.isFinite(now / then)) return null;
  return (now - then) / Math.abs(then);
}

/** Whether a change is good news for a metric; null if it is neither good nor bad. */
export function isBetter(metric: Pick<Metric, 'better'>, change: number | null): boolean | null {
  if (change === null || change === 0 || metric.better === null) return null;
  return change > 0 === (metric.better === 'up');
}
