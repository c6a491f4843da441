import { defineTab } from '../define-tab.ts';

/** Facts of SEO boxes. */
export const seoTab = defineTab({
  name: 'seo',
  longTitle: 'SEO campaign boxes',
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
  path: 'statistics/tabs/seo',
  startLevels: [{ type: 'website' }, { type: 'campaign_box' }, { type: 'campaign' }],
  scope: { kind: 'boxKind', boxKind: 'seo' },
});
