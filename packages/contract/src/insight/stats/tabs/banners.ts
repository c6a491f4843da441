import { defineTab } from '../define-tab.ts';

/** Facts of boxes with a native box type. */
export const bannersTab = defineTab({
  name: 'banners',
  longTitle: 'Native banner boxes',
  defaultKingStat: 'profit',
  defaultKingstatOptions: [
    'profit',
    'revenue',
    'totalCost',
    'impressions',
    'clickThroughRate',
    'clickouts',
    'leads',
    'firstDeposits',
  ],
  defaultVisibleColumns: [
    'impressions',
    'clickouts',
    'clickThroughRate',
    'leads',
    'firstDeposits',
    'revenue',
    'totalCost',
    'profit',
  ],
  defaultLevels: [{ type: 'native_box_type', selectedItemId: 'regular_native_box' }, { type: 'traffic_source' }],
  scope: { kind: 'has', dimension: 'native_box_type' },
});
