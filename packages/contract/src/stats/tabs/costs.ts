import { defineTab } from '../define-tab.ts';

/** What traffic cost; the server merges the tags of the partners into its rows. */
export const costsTab = defineTab({
  name: 'costs',
  title: 'Costs',
  longTitle: 'Media cost and other costs',
  defaultKingStat: 'totalCost',
  defaultKingstatOptions: ['totalCost', 'cost', 'flatFeeCost', 'publisherCost'],
  defaultVisibleColumns: ['visits', 'cost'],
  defaultOrderBy: 'cost',
  startLevels: [{ type: 'traffic_source' }, { type: 'campaign_box' }, { type: 'geo' }],
  scope: { kind: 'everything' },
  rows: 'withTagged',
});
