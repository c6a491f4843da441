import { defineTab } from '../define-tab.ts';

/** Traffic sources that are our own social channels. */
export const internalSocialsTab = defineTab({
  name: 'internalSocials',
  longTitle: 'Internal social channels',
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
    'leads',
    'firstDeposits',
    'revenue',
    'totalCost',
    'profit',
    'returnOnInvestment',
  ],
  path: 'statistics/tabs/internal-socials',
  startLevels: [{ type: 'traffic_source' }, { type: 'campaign_box' }, { type: 'campaign' }],
  scope: { kind: 'sourceKind', sourceKind: 'internal_social' },
});
