import type { RoutePermissions } from '../../routes/shape.ts';
import { TAB_PERMISSIONS, TAB_TITLES, type TabName } from '../../routes/tab-names.ts';
import type { DimensionKey, ItemId } from './dimensions.ts';
import { type MetricId, type MetricKey, metric } from './metrics.ts';

/** One step of a drill-down: a dimension, and optionally the one item selected in it. */
export type Level = Readonly<{ type: DimensionKey; selectedItemId?: ItemId }>;

/** The levels of a drill-down; never empty. */
export type LevelPath = readonly [Level, ...Level[]];

/** The facts that a tab is about. */
export type TabScope =
  | Readonly<{ kind: 'everything' }>
  | Readonly<{ kind: 'boxKind'; boxKind: 'seo' }>
  | Readonly<{ kind: 'websiteKind'; websiteKind: 'parasite' | 'incubator' }>
  | Readonly<{ kind: 'sourceKind'; sourceKind: 'internal_social' | 'influencer' }>
  /** Facts where this dimension is not "none". */
  | Readonly<{ kind: 'has'; dimension: DimensionKey }>
  /** Facts of this one item. */
  | Readonly<{ kind: 'item'; dimension: DimensionKey; id: ItemId }>;

/** The path below `/api/` from which a tab is fetched. */
export type TabPath = 'statistics/tabs' | `statistics/tabs/${string}`;

/** The definition of a stats tab (docs/product/statistics.md#tabs). */
export type StatsTab<N extends TabName = TabName> = Readonly<{
  name: N;
  title: string;
  longTitle: string;
  path: TabPath;
  defaultKingStat: MetricId;
  defaultKingstatOptions: readonly MetricId[];
  defaultVisibleColumns: readonly MetricId[];
  defaultLevels?: LevelPath;
  /** The levels that a tab without default levels starts with. */
  startLevels: LevelPath;
  defaultOrderBy: MetricId;
  permissions: RoutePermissions;
  scope: TabScope;
  /** `withTagged`: rows carry their tags, and partners and tags without facts have a row too. */
  rows: 'facts' | 'withTagged';
}>;

/** The metrics of a tab by key, as its definition names them. */
type TabMetrics = Readonly<{
  defaultKingStat: MetricKey;
  defaultKingstatOptions: readonly MetricKey[];
  defaultVisibleColumns: readonly MetricKey[];
  /** The order of the rows; by the king stat if absent. */
  defaultOrderBy?: MetricKey;
}>;

type MetricSettings = Pick<
  StatsTab,
  'defaultKingStat' | 'defaultKingstatOptions' | 'defaultVisibleColumns' | 'defaultOrderBy'
>;

type TabInput<N extends TabName> = TabMetrics &
  Readonly<{ name: N; longTitle: string; path?: TabPath; rows?: StatsTab['rows'] }> &
  (
    | Readonly<{ defaultLevels: LevelPath; scope: TabScope | 'firstLevel' }>
    | Readonly<{ startLevels: LevelPath; scope: TabScope }>
  );

const idsOf = (keys: readonly MetricKey[]): MetricId[] => keys.map((key) => metric[key].id);

/** The ids of a tab's metrics, which URLs and answers carry. */
export function tabMetrics(input: TabMetrics): MetricSettings {
  const { defaultKingStat, defaultKingstatOptions, defaultVisibleColumns, defaultOrderBy = defaultKingStat } = input;
  return {
    defaultKingStat: metric[defaultKingStat].id,
    defaultKingstatOptions: idsOf(defaultKingstatOptions),
    defaultVisibleColumns: idsOf(defaultVisibleColumns),
    defaultOrderBy: metric[defaultOrderBy].id,
  };
}

const scopeOf = (scope: TabScope | 'firstLevel', [first]: LevelPath): TabScope => {
  if (scope !== 'firstLevel') return scope;
  if (first.selectedItemId === undefined)
    throw new RangeError('The first level must select an item to define the scope.');
  return { kind: 'item', dimension: first.type, id: first.selectedItemId };
};

/**
 * Defines a tab. By default it is fetched at `statistics/tabs` and ordered by its king stat; its
 * title and permissions come from the lists in `tab-names.ts`. The scope `firstLevel` is the item that its first level selects.
 */
export function defineTab<const N extends TabName>(input: TabInput<N>): StatsTab<N> {
  const startLevels = 'startLevels' in input ? input.startLevels : input.defaultLevels;
  return {
    path: 'statistics/tabs',
    rows: 'facts',
    ...input,
    ...tabMetrics(input),
    startLevels,
    title: TAB_TITLES[input.name],
    permissions: TAB_PERMISSIONS[input.name],
    scope: scopeOf(input.scope, startLevels),
  };
}
