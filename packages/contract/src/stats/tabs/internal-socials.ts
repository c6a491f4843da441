import { defineTab } from '../define-tab.ts';

/** Traffic sources that are our own social channels. */
export const internalSocialsTab = defineTab({
  name: 'internalSocials',
  title: 'Internal socials',
  longTitle: 'Internal social channels',
  defaultKingStat: 19,
  defaultKingstatOptions: [19, 11, 24, 18, 1, 13, 7, 9],
  defaultVisibleColumns: [1, 13, 7, 9, 11, 24, 19, 18],
  path: 'statistics/tabs/internal-socials',
  startLevels: [{ type: 'traffic_source' }, { type: 'campaign_box' }, { type: 'campaign' }],
  scope: { kind: 'sourceKind', sourceKind: 'internal_social' },
});
