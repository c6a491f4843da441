/** A dimension as SQL over the facts. Identifiers come only from the contract; every value is bound. */
import { type DimensionKey, dimensionOf, type ItemId } from '@signpost/contract/stats/dimensions.ts';
import { snakeCase } from '../platform/names.ts';
import type { Attributes } from './attributes.ts';
import type { Parameters } from './parameters.ts';
import type { Grain, TimeColumn } from './rollups.ts';

export interface SqlContext {
  parameters: Parameters;
  attributes: Attributes;
  /** `at` or `click_at`: when a fact counts. */
  timeColumn: TimeColumn;
  /** The granularity of that time. */
  grain: Grain;
  timeZone: string;
}

const READ: Readonly<Record<Grain, (column: string) => string>> = {
  day: (column) => `toStartOfDay(${column})`,
  hour: (column) => `toStartOfHour(${column})`,
  raw: (column) => column,
};

/** The time at which a fact counts, as an expression of the rollup that answers. */
export function momentSql({ grain, timeColumn }: SqlContext): string {
  return READ[grain](timeColumn);
}

const TIME = {
  hour: (moment: string, zone: string) => `formatDateTime(${moment}, '%Y-%m-%dT%H:00', ${zone})`,
  day: (moment: string, zone: string) => `toString(toDate(${moment}, ${zone}))`,
  week: (moment: string, zone: string) => `toString(toMonday(toDate(${moment}, ${zone})))`,
  month: (moment: string, zone: string) => `formatDateTime(${moment}, '%Y-%m', ${zone})`,
};

/** The span of time that contains a fact (or another instant), identified by its start in the requested zone. */
export function timeSql(unit: keyof typeof TIME, context: SqlContext, moment = momentSql(context)): string {
  return TIME[unit](moment, context.parameters.add('String', context.timeZone));
}

/** The column of the facts for a dimension; undefined for time. */
export function columnOf(key: DimensionKey): string | undefined {
  const { source } = dimensionOf(key);
  if (source.kind === 'time') return undefined;
  if (source.kind === 'fact') return snakeCase(source.column);
  return key === 'category' ? 'traffic_source_id' : 'partner_id';
}

/** All tags of a fact's partner as an array; [0] if it has none. */
function tagsSql({ parameters, attributes }: SqlContext): string {
  const partners = [...attributes.tagsOfPartner.keys()];
  const lists = [...attributes.tagsOfPartner.values()];
  if (partners.length === 0) return '[toUInt32(0)]';
  const at = `indexOf(${parameters.add('Array(UInt32)', partners)}, partner_id)`;
  const found = `arrayElement(${parameters.add('Array(Array(UInt32))', lists)}, ${at})`;
  return `if(${at} = 0, [toUInt32(0)], ${found})`;
}

function attributeSql(key: DimensionKey, context: SqlContext): string {
  const { attributes, parameters } = context;
  const lookup = key === 'category' ? attributes.categoryOfSource : attributes.typeOfPartner;
  const column = key === 'category' ? 'traffic_source_id' : 'partner_id';
  if (lookup.ids.length === 0) return 'toUInt32(0)';
  return `transform(${column}, ${parameters.add('Array(UInt32)', lookup.ids)}, ${parameters.add('Array(UInt32)', lookup.values)}, toUInt32(0))`;
}

/** The expression by which facts are grouped. A fact whose partner has several tags counts under each of them. */
export function groupSql(key: DimensionKey, context: SqlContext): string {
  const { source } = dimensionOf(key);
  switch (source.kind) {
    case 'fact':
      return snakeCase(source.column);
    case 'time':
      return timeSql(source.unit, context);
    case 'attribute':
      return source.several ? `arrayJoin(${tagsSql(context)})` : attributeSql(key, context);
  }
}

/** The condition that keeps (or with `not` excludes) facts of any of these items. */
export function itemsSql(key: DimensionKey, ids: readonly ItemId[], context: SqlContext, not = false): string {
  const { source, idKind } = dimensionOf(key);
  const list = context.parameters.add(idKind === 'numeric' ? 'Array(UInt32)' : 'Array(String)', [...ids]);
  const several = source.kind === 'attribute' && source.several;
  const hit = several ? `hasAny(${tagsSql(context)}, ${list})` : `has(${list}, ${groupSql(key, context)})`;
  return not ? `NOT ${hit}` : hit;
}
