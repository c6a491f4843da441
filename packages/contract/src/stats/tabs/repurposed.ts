import { defineTab } from '../define-tab.ts';

/** The traffic source Repurposed. */
export const repurposedTab = defineTab({
  name: 'repurposed',
  title: 'Repurposed',
  longTitle: 'Repurposed traffic by referrer',
  defaultKingStat: 16,
  defaultKingstatOptions: [16, 11, 19, 13, 7, 9],
  defaultVisibleColumns: [1, 13, 16, 7, 9, 11, 19],
  defaultLevels: [{ type: 'traffic_source', selectedItemId: 2083 }, { type: 'referrer' }],
  scope: 'firstLevel',
});
