import { defineTab } from '../define-tab.ts';

/** Everything that was counted. */
export const globalTab = defineTab({
  name: 'global',
  longTitle: 'All traffic',
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
    'revenue',
    'totalCost',
    'profit',
    'returnOnInvestment',
    'visits',
    'clickouts',
    'leads',
    'firstDeposits',
  ],
  startLevels: [{ type: 'category' }, { type: 'traffic_source' }, { type: 'campaign_box' }, { type: 'campaign' }],
  scope: { kind: 'everything' },
});
