import { defineTab } from '../define-tab.ts';

/** Partners of the type MBG. */
export const mbgTab = defineTab({
  name: 'mbg',
  longTitle: 'MBG partners',
  defaultKingStat: 'revenue',
  defaultKingstatOptions: ['revenue', 'profit', 'clickouts', 'leads', 'firstDeposits', 'earningsPerClick'],
  defaultVisibleColumns: [
    'clickouts',
    'leads',
    'leadRate',
    'firstDeposits',
    'firstDepositRate',
    'revenue',
    'earningsPerClick',
  ],
  defaultLevels: [{ type: 'partner_type', selectedItemId: 105 }, { type: 'partner' }],
  scope: 'firstLevel',
});
