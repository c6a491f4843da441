import { defineTab } from '../define-tab.ts';

/** Partners of the type Coingaming. */
export const coingamingTab = defineTab({
  name: 'coingaming',
  title: 'Coingaming',
  longTitle: 'Coingaming partners',
  defaultKingStat: 11,
  defaultKingstatOptions: [11, 19, 13, 7, 9, 12],
  defaultVisibleColumns: [13, 7, 9, 15, 10, 12, 11],
  defaultLevels: [{ type: 'partner_type', selectedItemId: 70 }, { type: 'partner' }],
  scope: 'firstLevel',
});
