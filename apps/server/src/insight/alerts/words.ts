/** Incidents in words. */
import { type AlertDefinition, metricOfAlert } from '@signpost/contract/insight/alerts/alert.ts';
import { type IncidentDetails, mayBeCause } from '@signpost/contract/insight/alerts/incidents.ts';
import type { Metric } from '@signpost/contract/insight/stats/metrics.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { Finding } from './findings.ts';

const STOPPED = 0.05;
const PERCENT = 100;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** 1234567.5 → "1,234,567.50", as the screens write numbers. */
const grouped = (value: number, places: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places });

/** A value as people read it; money with its currency. */
export function valueText({ format, places }: Pick<Metric, 'format' | 'places'>, value: number): string {
  if (format === 'percent') return `${grouped(value * PERCENT, places)} %`;
  if (format === 'money') return `${grouped(value, places)} ${baseCurrency()}`;
  if (format === 'integer' && value < 10 && value % 1 !== 0) return grouped(value, 1);
  return grouped(value, places);
}

/** The title of a finding, in one sentence. */
export function titleOf(definition: AlertDefinition, { name, kind, expected, seen }: Finding): string {
  const metric = metricOfAlert(definition);
  const subject = name === '' ? metric.label : `${metric.label} of ${name}`;
  if (kind === 'below' || kind === 'above') return `${subject}: ${kind} ${valueText(metric, expected ?? 0)}`;
  if (expected === null || expected <= 0) return `${subject}: unusually ${kind === 'down' ? 'low' : 'high'}`;
  const share = seen / expected;
  if (kind === 'up') return `${subject}: ${share.toFixed(1)} times the usual`;
  if (share < STOPPED) return `${subject}: stopped`;
  return `${subject}: only ${Math.round(share * PERCENT)} % of the usual`;
}

/** The change nearest to the beginning that may be its cause: "12 min after Campaign box Main was updated by Eva". */
export function nearestChange({ changes }: IncidentDetails, startedAt: Date): string | null {
  const nearest = changes.find((change) => mayBeCause(change, startedAt.toISOString()));
  if (nearest === undefined) return null;
  const { at, kind, name, action, by, fields } = nearest;
  const minutes = Math.round((startedAt.getTime() - Date.parse(at)) / MINUTE_MS);
  const distance = spanText(Math.abs(minutes));
  const parts = [
    distance,
    minutes >= 0 ? 'after' : 'before',
    `${kind} ${name} was ${ACTIONS[action]}`,
    by !== null && `by ${by}`,
    fields.length > 0 && `(${fields.slice(0, 3).join(', ')})`,
  ];
  return `${parts.filter((part) => part !== false).join(' ')}.`;
}

const ACTIONS = { create: 'created', update: 'changed', archive: 'archived', restore: 'restored' } as const;

function spanText(minutes: number): string {
  if (minutes < 2 * HOUR_MINUTES) return `${minutes} min`;
  return `${Math.round(minutes / HOUR_MINUTES)} h`;
}

/** Where the change lies: "Geo: Germany −120". */
export function splitLines({ split }: IncidentDetails, definition: AlertDefinition): string[] {
  const metric = metricOfAlert(definition);
  return split.flatMap(({ label, items }) => {
    const [first] = items;
    if (first === undefined) return [];
    const change = Number(first.change);
    return [`${label}: ${first.name} ${change < 0 ? '−' : '+'}${valueText(metric, Math.abs(change))}`];
  });
}
