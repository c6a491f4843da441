/** The kinds of jobs that run in the background for a person. A domain's `jobs.ts` says how each kind is done. */
import type { RouteName } from '../../routes/index.ts';

export const RUN_KINDS = {
  backup: { label: 'Backup', route: 'backgroundJobs' },
  drafts: { label: 'Drafts of documents', route: 'allInvoices' },
  exchangeRates: { label: 'Exchange rates', route: 'partnerOverride' },
  partnerFigures: { label: 'Import of partner figures', route: 'gamblingStatsCsvUpload' },
  launchCheck: { label: 'Launch check', route: 'campaignBoxes' },
  linkCheck: { label: 'Check of links', route: 'linksChecker' },
  push: { label: 'Push notification', route: 'pushNotifications' },
  sheetBoxes: { label: 'Boxes of a sheet', route: 'sheets' },
  retention: { label: 'Data protection', route: 'backgroundJobs' },
  report: { label: 'Report', route: 'advancedReporting' },
} as const satisfies Record<string, { label: string; route: RouteName }>;

export type RunKindName = keyof typeof RUN_KINDS;

export function isRunKind(value: string): value is RunKindName {
  return Object.hasOwn(RUN_KINDS, value);
}
