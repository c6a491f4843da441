import { defineTab } from '../define-tab.ts';

/** The cost of traffic. The server adds the tags of partners to the rows. */
export const costsTab = defineTab({
  name: 'costs',
  longTitle: 'Media cost and other costs',
  defaultKingStat: 'totalCost',
  defaultKingstatOptions: ['totalCost', 'cost', 'flatFeeCost', 'publisherCost'],
  defaultVisibleColumns: ['visits', 'cost'],
  defaultOrderBy: 'cost',
  startLevels: [{ type: 'traffic_source' }, { type: 'campaign_box' }, { type: 'geo' }],
  scope: { kind: 'everything' },
  rows: 'withTagged',
});
