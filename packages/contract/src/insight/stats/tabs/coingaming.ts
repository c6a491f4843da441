import { defineTab } from '../define-tab.ts';

/** Partners of the type Coingaming. */
export const coingamingTab = defineTab({
  name: 'coingaming',
  longTitle: 'Coingaming partners',
  defaultKingStat: 'revenue',
  defaultKingstatOptions: ['revenue', 'profit', 'clickouts', 'leads', 'firstDeposits', 'depositAmount'],
  defaultVisibleColumns: [
    'clickouts',
    'leads',
    'firstDeposits',
    'firstDepositRate',
    'deposits',
    'depositAmount',
    'revenue',
  ],
  defaultLevels: [{ type: 'partner_type', selectedItemId: 70 }, { type: 'partner' }],
  scope: 'firstLevel',
});
