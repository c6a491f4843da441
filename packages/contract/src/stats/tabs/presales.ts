import { defineTab } from '../define-tab.ts';

/** Partners of the type Presale. */
export const presalesTab = defineTab({
  name: 'presales',
  title: 'Presales',
  longTitle: 'Presale partners',
  defaultKingStat: 11,
  defaultKingstatOptions: [11, 19, 13, 7, 9, 16],
  defaultVisibleColumns: [13, 7, 9, 10, 12, 11, 16],
  defaultLevels: [{ type: 'partner_type', selectedItemId: 66 }, { type: 'partner' }],
  scope: 'firstLevel',
});
