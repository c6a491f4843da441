import { defineTab } from '../define-tab.ts';

/** Websites of the kind parasite. */
export const parasitesTab = defineTab({
  name: 'parasites',
  longTitle: 'Parasite websites',
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
  path: 'statistics/tabs/parasites',
  startLevels: [{ type: 'website' }, { type: 'campaign_box' }, { type: 'campaign' }],
  scope: { kind: 'websiteKind', websiteKind: 'parasite' },
});
