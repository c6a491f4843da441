import { defineTab } from '../define-tab.ts';

/** Facts that came through a publisher. */
export const clickoutTab = defineTab({
  name: 'clickout',
  title: 'Click-out',
  longTitle: 'Click-out by publisher',
  defaultKingStat: 13,
  defaultKingstatOptions: [13, 11, 19, 7, 9, 16],
  defaultVisibleColumns: [3, 13, 4, 7, 9, 11, 16, 26, 19],
  path: 'statistics/tabs/publisher',
  startLevels: [{ type: 'publisher' }, { type: 'website' }, { type: 'partner' }],
  scope: { kind: 'has', dimension: 'publisher' },
});
