/** Names of the items selected in a path, because the answer only names its rows. */
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { Level } from '@signpost/contract/stats/define-tab.ts';
import { dimensionOf } from '@signpost/contract/stats/dimensions.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useQueries } from '@tanstack/react-query';
import { callQuery } from '../api/calls.ts';

/** A name for each level; undefined while it is unknown, and for levels without a selection. */
export function useItemNames(levels: readonly Level[]): (string | undefined)[] {
  const results = useQueries({
    queries: levels.map(({ type, selectedItemId }) => {
      const { names } = dimensionOf(type);
      const ids = typeof selectedItemId === 'number' ? [selectedItemId] : [];
      const enabled = names !== null && ids.length > 0 && selectedItemId !== 0;
      return callQuery(entityCalls(entities[names ?? 'tag']).options, { query: { ids } }, { enabled, retry: false });
    }),
  });
  return levels.map(({ selectedItemId }, at) => {
    if (selectedItemId === undefined) return undefined;
    if (selectedItemId === 0 || selectedItemId === '') return TEXT.unnamed;
    return results[at]?.data?.data[0]?.label;
  });
}
