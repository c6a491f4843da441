/** The keys by which facts are grouped and filtered, as plain data independent of dimensions and records. */
import { type Dimension, type DimensionKey, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { snakeCase } from '../../platform/names.ts';
import type { AttributeValues } from './attributes.ts';

export type TimeUnit = 'hour' | 'day' | 'week' | 'month';

export type FactKey =
  /** A column of the facts. */
  | { kind: 'column'; column: string }
  /** The attribute of the record in a column; a fact whose record has none belongs to 0. */
  | { kind: 'attribute'; column: string; isMultiple: boolean; values: AttributeValues }
  /** The span of time that contains the fact. */
  | { kind: 'time'; unit: TimeUnit };

/** The key of a dimension; `values` are the current values of an attribute, position by position. */
export function factKeyOf({ source }: Dimension, values: AttributeValues): FactKey {
  switch (source.kind) {
    case 'fact':
      return { kind: 'column', column: snakeCase(source.column) };
    case 'time':
      return { kind: 'time', unit: source.unit };
    case 'attribute':
      return { kind: 'attribute', column: snakeCase(source.via), isMultiple: source.several, values };
  }
}

/** The column of the facts that a key reads; undefined for time. */
export function columnOf(key: FactKey): string | undefined {
  if (key.kind === 'time') return undefined;
  return key.column;
}

/** Whether rows of a dimension overlap, so that they do not add up to the totals: a partner may carry several tags. */
export function overlaps(key: DimensionKey): boolean {
  const { source } = dimensionOf(key);
  return source.kind === 'attribute' && source.several;
}
