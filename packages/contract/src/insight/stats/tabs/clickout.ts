import { defineTab } from '../define-tab.ts';

/** Facts that came through a publisher. */
export const clickoutTab = defineTab({
  name: 'clickout',
  longTitle: 'Click-out by publisher',
  defaultKingStat: 'clickouts',
  defaultKingstatOptions: ['clickouts', 'revenue', 'profit', 'leads', 'firstDeposits', 'earningsPerClick'],
  defaultVisibleColumns: [
    'impressions',
    'clickouts',
    'clickThroughRate',
    'leads',
    'firstDeposits',
    'revenue',
    'earningsPerClick',
    'publisherCost',
    'profit',
  ],
  path: 'statistics/tabs/publisher',
  startLevels: [{ type: 'publisher' }, { type: 'website' }, { type: 'partner' }],
  scope: { kind: 'has', dimension: 'publisher' },
});
