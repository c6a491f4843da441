import { defineTab } from '../define-tab.ts';

/** The partner Best Wallet. */
export const bestWalletTab = defineTab({
  name: 'bestWallet',
  title: 'Best Wallet',
  longTitle: 'Best Wallet by traffic source',
  defaultKingStat: 11,
  defaultKingstatOptions: [11, 19, 13, 7, 9, 16],
  defaultVisibleColumns: [1, 13, 7, 9, 11, 24, 19],
  defaultLevels: [{ type: 'partner', selectedItemId: 820 }, { type: 'traffic_source' }],
  scope: 'firstLevel',
});
