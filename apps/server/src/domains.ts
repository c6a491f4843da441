/** The HTTP routes of every domain: the one list from which `app.ts` registers them. */

import type { Deps } from './deps.ts';
import type { App } from './http/app-type.ts';
import { alertRoutes } from './insight/alerts/api/alerts.ts';
import { alertEffects } from './insight/alerts/effects.ts';
import { attentionRoutes } from './insight/attention/api/attention.ts';
import { publisherHomeRoutes } from './insight/attention/api/publisher-home.ts';
import { leakageRoutes } from './insight/leakage/api/leakage.ts';
import { noteRoutes } from './insight/notes/api/notes.ts';
import { hiddenThreads } from './insight/notes/store.ts';
import { traceRoutes } from './insight/past-decisions/api/trace.ts';
import { waterfallPreviewRoutes } from './insight/past-decisions/api/waterfall-preview.ts';
import { reportRoutes } from './insight/reports/api/reports.ts';
import { reportEffects } from './insight/reports/effects.ts';
import { rankByFigure } from './insight/stats/list-figures.ts';
import { statsRoutes } from './insight/stats/routes.ts';
import { pinRoutes } from './insight/views/api/pins.ts';
import { viewRoutes } from './insight/views/api/views.ts';
import { changeRoutes } from './money/changes/api/changes.ts';
import { proposalEffects } from './money/changes/proposal-effects.ts';
import { approvalRoutes } from './money/documents/api/approvals.ts';
import { oneDocumentRoutes } from './money/documents/api/document.ts';
import { documentRoutes } from './money/documents/api/documents.ts';
import { documentFileRoutes } from './money/documents/api/files.ts';
import { myInvoiceRoutes } from './money/documents/api/my-invoices.ts';
import { paymentRoutes } from './money/documents/api/payments.ts';
import { feeRoutes } from './money/fees/api/fees.ts';
import { attachmentRoutes } from './money/ledger/api/attachments.ts';
import { gamblingImportRoutes } from './money/ledger/api/imports.ts';
import { ledgerEffects } from './money/ledger/effects.ts';
import { ledgerRepeats } from './money/ledger/jobs.ts';
import { armingRoutes } from './operations/arming/api/arming.ts';
import { backupRepeats } from './operations/backup/jobs.ts';
import { healthRoutes } from './operations/health/api/health.ts';
import { dataProtectionRoutes } from './operations/protection/api/data-protection.ts';
import { statusRoutes } from './operations/watching/api/checks.ts';
import { deadLetterRoutes } from './partners/conversions/api/dead-letters.ts';
import { effectRoutes } from './partners/conversions/api/effects.ts';
import { outgoingRoutes } from './partners/conversions/api/outgoing.ts';
import { postbackSetupRoutes } from './partners/conversions/api/postback-setup.ts';
import { transactionRoutes } from './partners/conversions/api/transactions.ts';
import { openDealRoutes } from './partners/deals/api/open-deals.ts';
import { waterfallRoutes } from './partners/deals/api/waterfall.ts';
import { dealRepeats } from './partners/deals/jobs.ts';
import { leadRoutes } from './partners/leads/api/leads.ts';
import { publicLeadRoutes } from './partners/leads/api/public.ts';
import { refusedLeadRoutes } from './partners/leads/api/refused.ts';
import { leadSetupRoutes } from './partners/leads/api/setup.ts';
import { launchCheckRoutes } from './partners/links/api/launch-checks.ts';
import { linkCheckRoutes } from './partners/links/api/link-check.ts';
import { linkCheckerRoutes } from './partners/links/api/link-checks.ts';
import { linkRoutes } from './partners/links/api/links.ts';
import { watchedLinkRoutes } from './partners/links/api/watched-links.ts';
import { linkRepeats } from './partners/links/jobs.ts';
import { mailingRoutes } from './partners/mailings/api/mailings.ts';
import { publicMailRoutes } from './partners/mailings/api/public.ts';
import { mailingEffects } from './partners/mailings/effects.ts';
import { referralCodeRoutes } from './partners/publishers/api/referral-codes.ts';
import { referrerRoutes } from './partners/publishers/api/referrers.ts';
import { sheetRoutes } from './partners/sheets/api/sheets.ts';
import { sheetEffects } from './partners/sheets/effects.ts';
import { hostRoutes } from './traffic/hosts/api/hosts.ts';
import { mirrorRoutes } from './traffic/hosts/api/mirrors.ts';
import { hostEffects } from './traffic/hosts/effects.ts';
import { pageRoutes } from './traffic/pages/api/pages.ts';
import { pageEffects } from './traffic/pages/effects.ts';
import { pushRoutes } from './traffic/push/api/push.ts';
import { pushEffects } from './traffic/push/effects.ts';
import { pushRepeats } from './traffic/push/jobs.ts';
import { checkRoutes } from './traffic/routing/api/check.ts';
import { explainRoutes } from './traffic/routing/api/explain.ts';
import { replayRoutes } from './traffic/routing/api/replay.ts';
import { boxVersionRoutes } from './traffic/routing/api/versions.ts';
import { weightRoutes } from './traffic/routing/api/weights.ts';
import { appAddressEffects } from './traffic/routing/app-schemes.ts';
import { imageRoutes } from './workplace/images/api/images.ts';
import { metadataRoutes } from './workplace/metadata/api/metadata.ts';
import { notificationRoutes } from './workplace/notifications/api/notifications.ts';
import { notificationSettingsRoutes } from './workplace/notifications/api/settings.ts';
import { apiKeyRoutes } from './workplace/people/api/api-keys.ts';
import { managerRoutes } from './workplace/people/api/managers.ts';
import { profileRoutes } from './workplace/people/api/profile.ts';
import { signInRoutes } from './workplace/people/api/sign-in.ts';
import { recordRoutes } from './workplace/records/routes.ts';
import { runRoutes } from './workplace/runs/api/runs.ts';
import { searchRoutes } from './workplace/search/api/search.ts';

/** Adds a domain's routes to the server. */
type RegisterRoutes = (app: App, deps: Deps) => void | Promise<void>;

export const DOMAINS: Readonly<Record<string, readonly RegisterRoutes[]>> = {
  alerts: [alertRoutes],
  arming: [armingRoutes],
  attention: [attentionRoutes],
  conversions: [transactionRoutes, deadLetterRoutes, effectRoutes, outgoingRoutes, postbackSetupRoutes],
  changes: [changeRoutes],
  deals: [openDealRoutes, waterfallRoutes],
  documents: [documentFileRoutes, documentRoutes, paymentRoutes, oneDocumentRoutes, myInvoiceRoutes, approvalRoutes],
  fees: [feeRoutes],
  health: [healthRoutes],
  hosts: [hostRoutes, mirrorRoutes],
  images: [imageRoutes],
  leads: [leadRoutes, refusedLeadRoutes, leadSetupRoutes, publicLeadRoutes],
  leakage: [leakageRoutes],
  ledger: [gamblingImportRoutes, attachmentRoutes],
  links: [linkRoutes, linkCheckRoutes, linkCheckerRoutes, watchedLinkRoutes, launchCheckRoutes],
  mailings: [mailingRoutes, publicMailRoutes],
  metadata: [metadataRoutes],
  notes: [noteRoutes],
  notifications: [
    (app, deps) => notificationRoutes(app, deps, (viewer, keys) => hiddenThreads(deps.db, viewer, keys)),
    notificationSettingsRoutes,
  ],
  pages: [pageRoutes],
  people: [signInRoutes, profileRoutes, apiKeyRoutes, managerRoutes],
  protection: [dataProtectionRoutes],
  push: [pushRoutes],
  publishers: [publisherHomeRoutes, referralCodeRoutes, referrerRoutes],
  // Domains register the side effects of saving their ledger entries and proposals.
  records: [
    (app, deps) =>
      recordRoutes(app, deps, {
        effects: {
          ...ledgerEffects(deps),
          ...proposalEffects,
          ...reportEffects,
          ...alertEffects,
          ...pageEffects,
          ...sheetEffects,
          ...mailingEffects,
          ...pushEffects,
          ...hostEffects,
          ...appAddressEffects,
        },
        rank: (entity, orderBy, viewer) => rankByFigure(deps, entity, orderBy, viewer),
      }),
  ],
  reports: [reportRoutes],
  routing: [
    checkRoutes,
    explainRoutes,
    replayRoutes,
    waterfallPreviewRoutes,
    traceRoutes,
    boxVersionRoutes,
    weightRoutes,
  ],
  // Domains say what running their work again means.
  runs: [
    (app, deps) =>
      runRoutes(app, deps, { ...backupRepeats, ...dealRepeats, ...ledgerRepeats, ...linkRepeats, ...pushRepeats }),
  ],
  search: [searchRoutes],
  sheets: [sheetRoutes],
  stats: [statsRoutes],
  views: [viewRoutes, pinRoutes],
  watching: [statusRoutes],
};
