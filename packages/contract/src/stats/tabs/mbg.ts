import { defineTab } from '../define-tab.ts';

/** Partners of the type MBG. */
export const mbgTab = defineTab({
  name: 'mbg',
  title: 'MBG',
  longTitle: 'MBG partners',
  defaultKingStat: 11,
  defaultKingstatOptions: [11, 19, 13, 7, 9, 16],
  defaultVisibleColumns: [13, 7, 14, 9, 15, 11, 16],
  defaultLevels: [{ type: 'partner_type', selectedItemId: 105 }, { type: 'partner' }],
  scope: 'firstLevel',
});
