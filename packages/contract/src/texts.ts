/** Texts that the specification fixes word for word. */

export const TEXT = {
  success: 'Process successfully completed',
  nothingToShow: 'Nothing to show',
  loading: 'Loading...',
  loadingSpaced: 'Loading ...',
  noData: 'No data.',
  noDataToShow: "There isn't any data to show.",
  deletedCampaign: 'Deleted campaign',
  unnamed: 'Und.',
  generating: 'Generating...',
  optionsCapped: 'Results are limited at 50. Please use filter option to find wanted result.',
  pageUnknown: "Page doesn't exist",
  home: 'Home',
  /** Shown when a tab cannot be fetched. */
  tabFailed: 'error',
  undefinedError: 'Undefined error...',
  percentageUnavailable: 'Percentage is not available',
  dateRangePlaceholder: 'Select a Date Range',
  confirmTitle: 'Are you sure?',
  approve: 'Approve',
  cancel: 'Cancel',
  yes: 'Yes',
  no: 'No',
  highlighted: 'highlighted',
  offerThumbHint: 'A single offer thumb must be under 200 kb.',
} as const;

/** The warning of the publisher multi-select, shown with Yes/No and a link to the accounts list. */
export function publisherTwiceText(name: string): string {
  return `This publisher ${name} is already added elsewhere. Do you want to continue?`;
}
