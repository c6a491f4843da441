import { defineTab } from '../define-tab.ts';

/** The partner Best Wallet. */
export const bestWalletTab = defineTab({
  name: 'bestWallet',
  longTitle: 'Best Wallet by traffic source',
  defaultKingStat: 'revenue',
  defaultKingstatOptions: ['revenue', 'profit', 'clickouts', 'leads', 'firstDeposits', 'earningsPerClick'],
  defaultVisibleColumns: ['visits', 'clickouts', 'leads', 'firstDeposits', 'revenue', 'totalCost', 'profit'],
  defaultLevels: [{ type: 'partner', selectedItemId: 820 }, { type: 'traffic_source' }],
  scope: 'firstLevel',
});
