import { defineTab } from '../define-tab.ts';

/** What traffic cost; the server merges the tags of the partners into its rows. */
export const costsTab = defineTab({
  name: 'costs',
  title: 'Costs',
  longTitle: 'Media cost and other costs',
  defaultKingStat: 24,
  defaultKingstatOptions: [24, 20, 25, 26],
  defaultVisibleColumns: [1, 20],
  defaultOrderBy: 20,
  startLevels: [{ type: 'traffic_source' }, { type: 'campaign_box' }, { type: 'geo' }],
  scope: { kind: 'everything' },
});
