import { defineTab } from '../define-tab.ts';

/** Traffic that is bought. */
export const paidTab = defineTab({
  name: 'paid',
  longTitle: 'Paid traffic',
  defaultKingStat: 'profit',
  defaultKingstatOptions: [
    'profit',
    'revenue',
    'totalCost',
    'returnOnInvestment',
    'visits',
    'clickouts',
    'leads',
    'firstDeposits',
  ],
  defaultVisibleColumns: [
    'visits',
    'costPerClick',
    'cost',
    'clickouts',
    'leads',
    'firstDeposits',
    'revenue',
    'profit',
    'returnOnInvestment',
  ],
  defaultLevels: [{ type: 'category', selectedItemId: 51 }, { type: 'traffic_source' }],
  scope: 'firstLevel',
});
