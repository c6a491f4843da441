import { defineTab } from '../define-tab.ts';

/** Websites of the kind incubator. */
export const incubatorTab = defineTab({
  name: 'incubator',
  title: 'Incubator',
  longTitle: 'Incubator websites',
  defaultKingStat: 11,
  defaultKingstatOptions: [11, 19, 1, 13, 7, 9],
  defaultVisibleColumns: [1, 13, 7, 9, 11, 24, 19],
  path: 'statistics/tabs/incubator',
  startLevels: [{ type: 'website' }, { type: 'campaign_box' }, { type: 'campaign' }],
  scope: { kind: 'websiteKind', websiteKind: 'incubator' },
});
