import { defineTab } from '../define-tab.ts';

/** Everything that was counted. */
export const globalTab = defineTab({
  name: 'global',
  title: 'Global',
  longTitle: 'All traffic',
  defaultKingStat: 19,
  defaultKingstatOptions: [19, 11, 24, 18, 1, 13, 7, 9],
  defaultVisibleColumns: [1, 13, 7, 9, 11, 24, 19, 18],
  startLevels: [{ type: 'category' }, { type: 'traffic_source' }, { type: 'campaign_box' }, { type: 'campaign' }],
  scope: { kind: 'everything' },
});
