import { defineTab } from '../define-tab.ts';

/** Websites of the kind incubator. */
export const incubatorTab = defineTab({
  name: 'incubator',
  longTitle: 'Incubator websites',
  defaultKingStat: 'revenue',
  defaultKingstatOptions: ['revenue', 'profit', 'visits', 'clickouts', 'leads', 'firstDeposits'],
  defaultVisibleColumns: ['visits', 'clickouts', 'leads', 'firstDeposits', 'revenue', 'totalCost', 'profit'],
  path: 'statistics/tabs/incubator',
  startLevels: [{ type: 'website' }, { type: 'campaign_box' }, { type: 'campaign' }],
  scope: { kind: 'websiteKind', websiteKind: 'incubator' },
});
