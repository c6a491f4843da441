/** Names of the items selected in a path, because the answer only names its rows. */
import { buildQuery } from '@signpost/contract/api/brackets.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { Level } from '@signpost/contract/stats/define-tab.ts';
import { dimensionOf } from '@signpost/contract/stats/dimensions.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useQueries } from '@tanstack/react-query';
import { request } from '../api/client.ts';
import type { FoundOption } from '../fields/options.ts';

/** A name for each level; undefined while it is unknown, and for levels without a selection. */
export function useItemNames(levels: readonly Level[]): (string | undefined)[] {
  const results = useQueries({
    queries: levels.map(({ type, selectedItemId }) => {
      const { names } = dimensionOf(type);
      const ids = [Number(selectedItemId)];
      return {
        queryKey: ['options', names, 'named', ids],
        queryFn: async () =>
          (await request<FoundOption[]>(`options/${entities[names ?? 'tag'].path}?${buildQuery({ ids })}`)).data,
        enabled: names !== null && selectedItemId !== undefined && selectedItemId !== 0,
        retry: false,
      };
    }),
  });
  return levels.map(({ selectedItemId }, at) => {
    if (selectedItemId === undefined) return undefined;
    if (selectedItemId === 0 || selectedItemId === '') return TEXT.unnamed;
    return results[at]?.data?.[0]?.label;
  });
}
