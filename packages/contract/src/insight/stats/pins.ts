/** Tiles pinned to Home, and the parts of Home that can be hidden (docs/product/statistics.md#pinned-to-home). */

/** The forms in which a question is pinned. */
export const PIN_KINDS = ['chart', 'figure', 'table'] as const;
export type PinKind = (typeof PIN_KINDS)[number];
export const PIN_LABELS: Readonly<Record<PinKind, string>> = { chart: 'Chart', figure: 'Figure', table: 'Table' };

/** The number of pins that one person can have. */
export const MOST_PINS = 24;

/** The parts of Home, in their order. */
export const HOME_TILES = ['figures', 'profit', 'movers', 'pins', 'leakage', 'attention', 'screens'] as const;
export type HomeTile = (typeof HOME_TILES)[number];
export const HOME_TILE_LABELS: Readonly<Record<HomeTile, string>> = {
  figures: 'Today and the last days',
  profit: 'Profit',
  movers: 'Movers',
  pins: 'Pinned tiles',
  leakage: 'Leakage',
  attention: 'Needs attention',
  screens: 'All screens',
};
