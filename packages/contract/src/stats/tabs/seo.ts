import { defineTab } from '../define-tab.ts';

/** Facts of SEO boxes. */
export const seoTab = defineTab({
  name: 'seo',
  title: 'SEO',
  longTitle: 'SEO campaign boxes',
  defaultKingStat: 19,
  defaultKingstatOptions: [19, 11, 24, 18, 1, 13, 7, 9],
  defaultVisibleColumns: [1, 13, 7, 9, 11, 24, 19, 18],
  path: 'statistics/tabs/seo',
  startLevels: [{ type: 'website' }, { type: 'campaign_box' }, { type: 'campaign' }],
  scope: { kind: 'boxKind', boxKind: 'seo' },
});
