/** Names of the items selected in a path, because the answer only names its rows. */
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { Level, StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { dimensionOf, nameEntities } from '@signpost/contract/insight/stats/dimensions.ts';
import { itemLabelIn } from '@signpost/contract/records/labels.ts';
import { textItemLabel } from '@signpost/contract/records/text-items.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useQueries } from '@tanstack/react-query';
import { callQuery } from '../api/calls.ts';

/**
 * The name that a tab displays for each level; undefined while it is unknown, and for levels without a selection.
 */
export function useItemNames(
  levels: readonly Level[],
  tab: Partial<Pick<StatsTab, 'rows'>> = {},
): (string | undefined)[] {
  const wanted = levels.flatMap(({ type, selectedItemId }, at) => {
    const { names } = dimensionOf(type);
    if (names === null || typeof selectedItemId !== 'number' || selectedItemId === 0) return [];
    return nameEntities(names).map((entity) => ({ at, entity, id: selectedItemId }));
  });
  const results = useQueries({
    queries: wanted.map(({ entity, id }) =>
      callQuery(entityCalls(entities[entity]).options, { query: { ids: [id] } }, { retry: false }),
    ),
  });
  return levels.map(({ type, selectedItemId }, at) => {
    if (selectedItemId === undefined) return undefined;
    if (selectedItemId === 0 || selectedItemId === '') return TEXT.unnamed;
    if (typeof selectedItemId === 'string') return textItemLabel(type, selectedItemId);
    const found = results.find((_, index) => wanted[index]?.at === at && results[index]?.data?.data[0] !== undefined);
    const name = found?.data?.data[0]?.label;
    if (name === undefined) return undefined;
    return itemLabelIn(tab, type, name);
  });
}
