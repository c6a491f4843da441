/**
 * Texts and numbers of the specification that primitives show or use. Texts and the option cap repeat
 * `contract/texts.ts` and `contract/limits.ts`, which this folder may not import; a test compares both.
 */
export const FIXED_TEXT = {
  nothingToShow: 'Nothing to show',
  loading: 'Loading...',
  loadingSpaced: 'Loading ...',
  percentageUnavailable: 'Percentage is not available',
  optionsCapped: 'Results are limited at 50. Please use filter option to find wanted result.',
  confirmTitle: 'Are you sure?',
  approve: 'Approve',
  cancel: 'Cancel',
  yes: 'Yes',
  no: 'No',
} as const;

/** The maximum number of options that a list shows. */
export const FIXED_OPTION_CAP = 50;
/** Rows per page of a table that has all its rows. */
export const FIXED_CLIENT_TABLE_ROWS = 50;
/** The minimum width of dialogs, in pixels. */
export const FIXED_DIALOG_MIN_WIDTH = 500;
