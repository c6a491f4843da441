import { defineTab } from '../define-tab.ts';

/** Traffic that is bought. */
export const paidTab = defineTab({
  name: 'paid',
  title: 'Paid',
  longTitle: 'Paid traffic',
  defaultKingStat: 19,
  defaultKingstatOptions: [19, 11, 24, 18, 1, 13, 7, 9],
  defaultVisibleColumns: [1, 22, 20, 13, 7, 9, 11, 19, 18],
  defaultLevels: [{ type: 'category', selectedItemId: 51 }, { type: 'traffic_source' }],
  scope: 'firstLevel',
});
