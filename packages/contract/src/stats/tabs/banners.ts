import { defineTab } from '../define-tab.ts';

/** Facts of boxes with a native box type. */
export const bannersTab = defineTab({
  name: 'banners',
  title: 'Banners',
  longTitle: 'Native banner boxes',
  defaultKingStat: 19,
  defaultKingstatOptions: [19, 11, 24, 3, 4, 13, 7, 9],
  defaultVisibleColumns: [3, 13, 4, 7, 9, 11, 24, 19],
  defaultLevels: [{ type: 'native_box_type', selectedItemId: 'regular_native_box' }, { type: 'traffic_source' }],
  scope: { kind: 'has', dimension: 'native_box_type' },
});
