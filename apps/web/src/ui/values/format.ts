export const MINUS = '−';
/** Shown for a missing value; zero is shown as 0. */
export const EMPTY = '–';

const formats = new Map<string, Intl.NumberFormat>();

let locale: string | undefined;

/** Sets the locale in which numbers are written; undefined is the browser's. */
export function setNumberLocale(next: string | undefined): void {
  locale = next;
  formats.clear();
}

let placesOf: (currency: string) => number = (currency) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Sets how many decimals amounts of a currency have. `Intl` knows other numbers than ISO 4217 for some. */
export function setCurrencyPlaces(next: (currency: string) => number): void {
  placesOf = next;
}

/** The locale in which numbers are written. */
export const numberLocale = (): string => locale ?? (typeof navigator === 'undefined' ? 'en' : navigator.language);

function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, known);
  return known;
}

function isDecimal(value: string): value is `${number}` {
  return value.trim() !== '' && Number.isFinite(Number(value));
}

/** A number as components receive it; money and other decimals are strings. */
export type Numeric = number | string | null | undefined;

function write(value: Numeric, options: Intl.NumberFormatOptions): string {
  if (value === null || value === undefined) return EMPTY;
  if (typeof value === 'number')
    return Number.isFinite(value) ? format(options).format(value).replace('-', MINUS) : EMPTY;
  if (isDecimal(value)) return format(options).format(value).replace('-', MINUS);
  return EMPTY;
}

/** `1,234` or `1,234.50`, with a real minus sign; `–` for a missing value. Decimal strings keep their exact value. */
export function formatNumber(value: Numeric, digits = 0): string {
  return write(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `1.2M` or `€8K`, for places with little room. */
export function formatCompact(value: Numeric, currency?: string): string {
  if (currency === undefined) return write(value, { notation: 'compact', maximumFractionDigits: 1 });
  return write(value, { notation: 'compact', maximumFractionDigits: 2, style: 'currency', currency });
}

/** `€1,234.50` in the viewer's locale, by default with the decimals of its currency. */
export function formatMoney(value: Numeric, currency: string, digits = placesOf(currency)): string {
  return write(value, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** `€` or `US$`; the code of a currency without a symbol. */
export const symbolOf = (currency: string): string =>
  format({ style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

const decimalsOf = (value: string): number => (value.split('.')[1] ?? '').length;

/** An amount with all of its decimals, but at least those of its currency. */
export const exactMoney = (value: string, currency: string): string =>
  formatMoney(value, currency, Math.max(placesOf(currency), decimalsOf(value)));

/** A decimal with exactly its own decimals. */
export const formatDecimal = (value: string): string => formatNumber(value, decimalsOf(value));

function numberIn(value: Numeric): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && isDecimal(value)) return Number(value);
  return null;
}

/** A share between 0 and 1 as `12.3 %`. */
export function formatPercent(share: Numeric, digits = 1): string {
  const number = numberIn(share);
  const text = formatNumber(number === null ? null : number * 100, digits);
  if (text === EMPTY) return EMPTY;
  return `${text} %`;
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** A size in bytes as `1.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${formatNumber(bytes / 1000 ** power, power === 0 ? 0 : 1)} ${BYTE_UNITS[power] ?? ''}`;
}

/** A change between two values as a share of the first: `+3.2 %`, `−1.0 %`; `–` if there was no earlier value. */
export function formatChange(share: number | null | undefined, digits = 1): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return EMPTY;
  const text = formatPercent(Math.abs(share), digits);
  const shownZero = Number((Math.abs(share) * 100).toFixed(digits)) === 0;
  if (shownZero) return text;
  return `${share < 0 ? MINUS : '+'}${text}`;
}

const zones = new Map<string, Intl.DateTimeFormat>();

/** The precision with which a time is shown. */
export type TimeDetail = 'date' | 'minute' | 'second';

/** `2026-11-21 14:05` in the given zone; the date format of the product is YYYY-MM-DD everywhere. */
export function formatTime(moment: string | number | Date, zone: string, detail: TimeDetail = 'minute'): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return EMPTY;
  const key = `${zone} ${detail}`;
  const formatter =
    zones.get(key) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      ...(detail === 'date' ? {} : { timeStyle: detail === 'minute' ? 'short' : 'medium' }),
    });
  zones.set(key, formatter);
  return formatter.format(date);
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `3 minutes ago`. */
export function formatAgo(moment: string | number | Date, now: number): string {
  const seconds = Math.round((new Date(moment).getTime() - now) / 1000);
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return 'just now';
}
