/** The HTTP routes of every domain: the one list from which `app.ts` registers them. */
import { alertRoutes } from './alerts/api/alerts.ts';
import { alertEffects } from './alerts/effects.ts';
import { armingRoutes } from './arming/api/arming.ts';
import { attentionRoutes } from './attention/api/attention.ts';
import { backupRepeats } from './backup/jobs.ts';
import { changeRoutes } from './changes/api/changes.ts';
import { proposalEffects } from './changes/proposal-effects.ts';
import { deadLetterRoutes } from './conversions/api/dead-letters.ts';
import { effectRoutes } from './conversions/api/effects.ts';
import { outgoingRoutes } from './conversions/api/outgoing.ts';
import { postbackSetupRoutes } from './conversions/api/postback-setup.ts';
import { transactionRoutes } from './conversions/api/transactions.ts';
import { openDealRoutes } from './deals/api/open-deals.ts';
import { waterfallRoutes } from './deals/api/waterfall.ts';
import { dealRepeats } from './deals/jobs.ts';
import type { Deps } from './deps.ts';
import { approvalRoutes } from './documents/api/approvals.ts';
import { oneDocumentRoutes } from './documents/api/document.ts';
import { documentRoutes } from './documents/api/documents.ts';
import { documentFileRoutes } from './documents/api/files.ts';
import { myInvoiceRoutes } from './documents/api/my-invoices.ts';
import { paymentRoutes } from './documents/api/payments.ts';
import { feeRoutes } from './fees/api/fees.ts';
import { healthRoutes } from './health/api/health.ts';
import { hostRoutes } from './hosts/api/hosts.ts';
import { mirrorRoutes } from './hosts/api/mirrors.ts';
import { hostEffects } from './hosts/effects.ts';
import type { App } from './http/app-type.ts';
import { imageRoutes } from './images/api/images.ts';
import { leadRoutes } from './leads/api/leads.ts';
import { publicLeadRoutes } from './leads/api/public.ts';
import { leadSetupRoutes } from './leads/api/setup.ts';
import { leakageRoutes } from './leakage/api/leakage.ts';
import { attachmentRoutes } from './ledger/api/attachments.ts';
import { gamblingImportRoutes } from './ledger/api/imports.ts';
import { ledgerEffects } from './ledger/effects.ts';
import { ledgerRepeats } from './ledger/jobs.ts';
import { launchCheckRoutes } from './links/api/launch-checks.ts';
import { linkCheckRoutes } from './links/api/link-check.ts';
import { linkCheckerRoutes } from './links/api/link-checks.ts';
import { linkRoutes } from './links/api/links.ts';
import { watchedLinkRoutes } from './links/api/watched-links.ts';
import { linkRepeats } from './links/jobs.ts';
import { mailingRoutes } from './mailings/api/mailings.ts';
import { publicMailRoutes } from './mailings/api/public.ts';
import { mailingEffects } from './mailings/effects.ts';
import { metadataRoutes } from './metadata/api/metadata.ts';
import { noteRoutes } from './notes/api/notes.ts';
import { hiddenThreads } from './notes/store.ts';
import { notificationRoutes } from './notifications/api/notifications.ts';
import { notificationSettingsRoutes } from './notifications/api/settings.ts';
import { pageRoutes } from './pages/api/pages.ts';
import { pageEffects } from './pages/effects.ts';
import { apiKeyRoutes } from './people/api/api-keys.ts';
import { managerRoutes } from './people/api/managers.ts';
import { profileRoutes } from './people/api/profile.ts';
import { signInRoutes } from './people/api/sign-in.ts';
import { dataProtectionRoutes } from './protection/api/data-protection.ts';
import { publisherHomeRoutes } from './publishers/api/home.ts';
import { referralCodeRoutes } from './publishers/api/referral-codes.ts';
import { referrerRoutes } from './publishers/api/referrers.ts';
import { pushRoutes } from './push/api/push.ts';
import { pushEffects } from './push/effects.ts';
import { pushRepeats } from './push/jobs.ts';
import { recordRoutes } from './records/routes.ts';
import { reportRoutes } from './reports/api/reports.ts';
import { reportEffects } from './reports/effects.ts';
import { checkRoutes } from './routing/api/check.ts';
import { explainRoutes } from './routing/api/explain.ts';
import { replayRoutes } from './routing/api/replay.ts';
import { traceRoutes } from './routing/api/trace.ts';
import { boxVersionRoutes } from './routing/api/versions.ts';
import { waterfallPreviewRoutes } from './routing/api/waterfall-preview.ts';
import { weightRoutes } from './routing/api/weights.ts';
import { appAddressEffects } from './routing/app-schemes.ts';
import { runRoutes } from './runs/api/runs.ts';
import { searchRoutes } from './search/api/search.ts';
import { sheetRoutes } from './sheets/api/sheets.ts';
import { sheetEffects } from './sheets/effects.ts';
import { rankByFigure } from './stats/list-figures.ts';
import { statsRoutes } from './stats/routes.ts';
import { pinRoutes } from './views/api/pins.ts';
import { viewRoutes } from './views/api/views.ts';
import { statusRoutes } from './watching/api/checks.ts';

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
  leads: [leadRoutes, leadSetupRoutes, publicLeadRoutes],
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
