import { defineTab } from '../define-tab.ts';

/** Partners of the type Presale. */
export const presalesTab = defineTab({
  name: 'presales',
  longTitle: 'Presale partners',
  defaultKingStat: 'revenue',
  defaultKingstatOptions: ['revenue', 'profit', 'clickouts', 'leads', 'firstDeposits', 'earningsPerClick'],
  defaultVisibleColumns: [
    'clickouts',
    'leads',
    'firstDeposits',
    'deposits',
    'depositAmount',
    'revenue',
    'earningsPerClick',
  ],
  defaultLevels: [{ type: 'partner_type', selectedItemId: 66 }, { type: 'partner' }],
  scope: 'firstLevel',
});
