import { defineTab } from '../define-tab.ts';

/** Websites of the kind parasite. */
export const parasitesTab = defineTab({
  name: 'parasites',
  title: 'Parasites',
  longTitle: 'Parasite websites',
  defaultKingStat: 19,
  defaultKingstatOptions: [19, 11, 24, 18, 1, 13, 7, 9],
  defaultVisibleColumns: [1, 13, 7, 9, 11, 24, 19, 18],
  path: 'statistics/tabs/parasites',
  startLevels: [{ type: 'website' }, { type: 'campaign_box' }, { type: 'campaign' }],
  scope: { kind: 'websiteKind', websiteKind: 'parasite' },
});
