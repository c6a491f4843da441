import { defineTab } from '../define-tab.ts';

/** Traffic sources that are influencers. The spelling of the path is the specification's. */
export const influencersTab = defineTab({
  name: 'influencers',
  longTitle: 'Influencers and their results',
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
    'clickouts',
    'codeUses',
    'leads',
    'firstDeposits',
    'revenue',
    'totalCost',
    'profit',
    'returnOnInvestment',
  ],
  path: 'statistics/tabs/influensers',
  startLevels: [{ type: 'traffic_source' }, { type: 'campaign_box' }, { type: 'referral_code' }],
  scope: { kind: 'sourceKind', sourceKind: 'influencer' },
});
