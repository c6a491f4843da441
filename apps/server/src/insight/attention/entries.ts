/**
 * The entries that need a person's attention. To add one, add it to this list. If a list of records shows the same
 * rows, use `listed`, which counts with the filter that the link opens the list with; otherwise count with a statement of
 * its own (`countedBy`). Only people who may open the entry's screen see it.
 */

import { addDays } from '@signpost/contract/dates/dates.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { deadLetter } from '@signpost/contract/entities/dead-letter.ts';
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { domain } from '@signpost/contract/entities/domain.ts';
import { exchangeRate } from '@signpost/contract/entities/exchange-rate.ts';
import { flatFee } from '@signpost/contract/entities/flat-fee.ts';
import { lead } from '@signpost/contract/entities/lead.ts';
import { COST_PROBLEMS, type LinkProblemKind, linkProblem } from '@signpost/contract/entities/link-problem.ts';
import { orphanVisit } from '@signpost/contract/entities/orphan-visit.ts';
import { outgoingDelivery } from '@signpost/contract/entities/outgoing-delivery.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { partnerOverride } from '@signpost/contract/entities/partner-override.ts';
import { prelanderDomain } from '@signpost/contract/entities/prelander-domain.ts';
import { pushNotification } from '@signpost/contract/entities/push-notification.ts';
import { referrer } from '@signpost/contract/entities/referrer.ts';
import { spiderDomain } from '@signpost/contract/entities/spider-domain.ts';
import { baseCurrency, QUOTED_FOR } from '@signpost/contract/money/base-currency.ts';
import { OLD_RATE_DAYS } from '@signpost/contract/money/exchange.ts';
import { OLDEST_BACKUP_HOURS } from '@signpost/contract/operations/checks.ts';
import { PAYOUT_DAYS } from '@signpost/contract/partners/conversions/payout-differences.ts';
import { REFUSED_LEAD_DAYS, REFUSED_LEADS_VIEW } from '@signpost/contract/partners/leads/refusal.ts';
import { ENDS_SOON_DAYS } from '@signpost/contract/traffic/links/watched.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { readRows } from '../../platform/rows.ts';
import { listIncidents } from '../alerts/incidents.ts';
import { countedBy, countOf, type Entry, type Filters, listed, type Words } from './entry.ts';

/** The fill level from which somebody should look, before the cap is reached. */
const NEAR_CAP = 0.8;
const SOON_DAYS = 30;
const soon = (today: string): Filters => ({ expiresOn: { to: addDays(today, SOON_DAYS) } });
/** A problem without a new case for this long is over. */
const LINK_PROBLEM_DAYS = 7;
const EXPIRE: Words = ['domain expires within 30 days', 'domains expire within 30 days'];

/** The cases of link problems that still happen; the list shows them by source and text. */
const linkProblems = (id: string, [one, many]: Words, problems: readonly LinkProblemKind[]): Entry => ({
  id,
  route: linkProblem.routes.list,
  one,
  many,
  search: () => ({ kind: linkProblem.listKind, filters: { problem: [...problems] } }),
  countsAllRows: true,
  count: countedBy(
    () => sql`SELECT coalesce(sum(cases), 0)::integer AS count FROM link_problems WHERE archived_at IS NULL
      AND problem = ANY(${[...problems]}) AND last_at > now() - make_interval(days => ${LINK_PROBLEM_DAYS})`,
  ),
});

/** Postbacks that were refused lately and not read again since. The link leads to the partner that sent most of them. */
function refusedPostbacks(id: string, [one, many]: Words, reasons: RawBuilder<boolean>): Entry {
  const open = sql`FROM postback_refusals WHERE replayed_at IS NULL AND (${reasons})
    AND at > now() - make_interval(days => ${LINK_PROBLEM_DAYS})`;
  return {
    id,
    route: partner.routes.list,
    one,
    many,
    search: () => ({}),
    countsAllRows: true,
    count: countedBy(() => sql`SELECT count(*)::integer AS count ${open}`),
    async searchFound({ db }) {
      const rows = await readRows(
        db,
        z.object({ partnerId: z.number() }),
        sql`SELECT partner_id ${open} GROUP BY partner_id ORDER BY count(*) DESC, partner_id LIMIT 1`,
      );
      if (rows[0] === undefined) return {};
      return { q: String(rows[0].partnerId) };
    },
  };
}

export const ENTRIES: readonly Entry[] = [
  {
    id: 'incidents',
    route: 'alerts',
    one: 'number is not as usual',
    many: 'numbers are not as usual',
    search: () => ({}),
    countsAllRows: true,
    async count({ db, viewer }) {
      const incidents = await listIncidents(db, viewer, new Date());
      return incidents.filter(({ state, parentId }) => state === 'firing' && parentId === null).length;
    },
  },
  {
    id: 'backups',
    route: 'backgroundJobs',
    one: 'backup failed or is too old',
    many: 'backups failed or are too old',
    search: () => ({}),
    countsAllRows: true,
    async count({ db, viewer }) {
      if (viewer.grade !== 'Admin') return 0;
      // A backup that is no longer scheduled is not missing.
      return countOf(
        db,
        sql`SELECT (coalesce((SELECT state = 'failed' FROM runs WHERE kind = 'backup' AND state IN ('succeeded', 'failed')
              ORDER BY finished_at DESC LIMIT 1), false)
            OR EXISTS (SELECT FROM runs WHERE kind = 'backup' AND state = 'waiting')
              AND (SELECT coalesce(max(finished_at) FILTER (WHERE state = 'succeeded'), min(expected_at)) FROM runs
                WHERE kind = 'backup') < now() - make_interval(hours => ${OLDEST_BACKUP_HOURS}))::integer AS count`,
      );
    },
  },
  {
    id: 'unassignedStatus',
    route: 'unassignedStatusForm',
    one: 'unassigned status',
    many: 'unassigned statuses',
    search: () => ({}),
    countsAllRows: true,
    count: countedBy(
      () => sql`SELECT count(DISTINCT (partner_id, lower(status)))::integer AS count
          FROM affiliate_transactions WHERE state = 'unassigned'`,
    ),
  },
  {
    ...listed(flatFee, ['flat fee waits for approval', 'flat fees wait for approval'], () => ({
      feeStatus: ['proposed'],
    })),
    needs: 'approval',
  },
  listed(dealProposal, ['deal waits for approval', 'deals wait for approval'], () => ({
    proposalStatus: ['proposed'],
  })),
  listed(pushNotification, ['push could not be sent', 'pushes could not be sent'], () => ({ state: ['failed'] })),
  {
    id: 'publisherMails',
    route: 'emailPublisher',
    one: 'e-mail to publishers is paused or has uncertain recipients',
    many: 'e-mails to publishers are paused or have uncertain recipients',
    search: () => ({}),
    countsAllRows: true,
    count: countedBy(
      () => sql`SELECT count(*)::integer AS count FROM publisher_mails m WHERE m.state = 'paused' OR EXISTS (SELECT 1
          FROM mail_recipients r WHERE r.mail_id = m.id AND r.state = 'uncertain' AND r.decided_at IS NULL)`,
    ),
  },
  {
    id: 'pageTests',
    route: 'templates',
    one: 'test has a winner to promote',
    many: 'tests have a winner to promote',
    search: () => ({}),
    countsAllRows: true,
    count: countedBy(() => sql`SELECT count(*)::integer AS count FROM page_tests WHERE state = 'won'`),
  },
  {
    ...listed(partnerOverride, ['override waits for approval', 'overrides wait for approval'], () => ({
      overrideStatus: ['proposed'],
    })),
    needs: 'approval',
  },
  {
    id: 'dealChanges',
    route: 'approval',
    one: 'change of many deals waits for approval',
    many: 'changes of many deals wait for approval',
    search: () => ({}),
    countsAllRows: true,
    count: countedBy(() => sql`SELECT count(*)::integer AS count FROM deal_changes WHERE change_status = 'proposed'`),
  },
  {
    id: 'approvals',
    route: 'approval',
    one: 'document waits for your approval',
    many: 'documents wait for your approval',
    search: () => ({}),
    countsAllRows: true,
    count: countedBy(
      ({ viewer }) => sql`SELECT count(*)::integer AS count FROM documents d WHERE state = 'proposed'
            AND NOT EXISTS (SELECT 1 FROM document_authors a WHERE a.document_id = d.id AND a.user_id = ${viewer.id})
            AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.subject = 'document' AND a.subject_id = d.id
              AND a.payload_hash = d.payload_hash AND a.user_id = ${viewer.id})`,
    ),
  },
  {
    id: 'disputes',
    route: 'allInvoices',
    one: 'billed fact is disputed',
    many: 'billed facts are disputed',
    search: () => ({ view: 'disputes' }),
    countsAllRows: true,
    count: countedBy(() => sql`SELECT count(*)::integer AS count FROM disputes WHERE state = 'open'`),
  },
  {
    id: 'overdue',
    route: 'allInvoices',
    one: 'invoice is overdue',
    many: 'invoices are overdue',
    search: () => ({ age: 'overdue' }),
    countsAllRows: true,
    count: countedBy(
      ({
        today,
      }) => sql`SELECT count(*)::integer AS count FROM documents d WHERE state = 'issued' AND kind <> 'creditNote'
            AND due_date < ${today}::date
            AND total > coalesce((SELECT sum(amount) FROM allocations a WHERE a.document_id = d.id), 0)`,
    ),
  },
  {
    id: 'nearCap',
    route: 'partnersWaterfall',
    one: 'deal is near its lead cap today',
    many: 'deals are near their lead cap today',
    search: () => ({}),
    countsAllRows: true,
    count: countedBy(
      () => sql`SELECT count(*)::integer AS count FROM deal_today t JOIN deals d ON d.id = t.deal_id
          WHERE t.is_active AND t.is_valid AND d.weight > 0 AND t.lead_cap > 0
            AND t.fill >= ${NEAR_CAP}::numeric * t.lead_cap`,
    ),
  },
  {
    id: 'illHosts',
    route: 'domains',
    one: 'host had a problem at the last check',
    many: 'hosts had a problem at the last check',
    search: () => ({}),
    countsAllRows: true,
    count: countedBy(
      () => sql`SELECT count(*)::integer AS count FROM (
            SELECT DISTINCT ON (host) problem FROM host_checks ORDER BY host, at DESC) last
          WHERE problem IS NOT NULL`,
    ),
  },
  {
    id: 'brokenLinks',
    route: 'linksChecker',
    one: 'broken link',
    many: 'broken links',
    search: () => ({ view: 'watched', shown: 'broken' }),
    countsAllRows: true,
    count: countedBy(() => sql`SELECT count(*)::integer AS count FROM watched_links_in_use WHERE is_broken`),
  },
  {
    id: 'linksEndSoon',
    route: 'linksChecker',
    one: `link loses its certificate or domain within ${ENDS_SOON_DAYS} days`,
    many: `links lose their certificate or domain within ${ENDS_SOON_DAYS} days`,
    search: () => ({ view: 'watched', shown: 'ends_soon' }),
    countsAllRows: true,
    count: countedBy(
      ({ today }) => sql`SELECT count(*)::integer AS count FROM watched_links_in_use
          WHERE ends_at < ${addDays(today, ENDS_SOON_DAYS)}::date`,
    ),
  },
  linkProblems(
    'linkCosts',
    ['cost in a link could not be read or was not allowed', 'costs in links could not be read or were not allowed'],
    COST_PROBLEMS,
  ),
  linkProblems(
    'costRates',
    [
      'cost in a link waits for an exchange rate: add one for its currency',
      'costs in links wait for an exchange rate: add one for each of their currencies',
    ],
    ['rate_missing'],
  ),
  linkProblems(
    'unknownPostbacks',
    ['postback came to an unknown address', 'postbacks came to an unknown address'],
    ['unknown_postback'],
  ),
  linkProblems(
    'unknownSources',
    ['click names an unknown source', 'clicks name an unknown source'],
    ['unknown_source'],
  ),
  {
    id: 'orphanVisits',
    route: orphanVisit.routes.list,
    one: 'visit opened a link that does not exist, or a host without an address for its root',
    many: 'visits opened a link that does not exist, or a host without an address for its root',
    search: () => ({ kind: orphanVisit.listKind, filters: { orphanKind: ['link', 'root'] } }),
    countsAllRows: true,
    count: countedBy(
      () => sql`SELECT coalesce(sum(o.visits - o.sent_on), 0)::integer AS count
        FROM orphan_visits o LEFT JOIN domains d ON d.id = o.domain_id
        WHERE o.archived_at IS NULL AND o.last_at > now() - make_interval(days => ${LINK_PROBLEM_DAYS})
          AND CASE o.orphan_kind WHEN 'link' THEN d.unknown_link_url IS NULL
            WHEN 'root' THEN d.id IS NOT NULL AND d.root_url IS NULL ELSE false END`,
    ),
  },
  refusedPostbacks(
    'unfilledMacros',
    [
      'postback was refused because its click id is a macro that the partner did not fill',
      'postbacks were refused because their click id is a macro that the partner did not fill',
    ],
    sql`reason = 'unfilled_macro'`,
  ),
  refusedPostbacks(
    'refusedPostbacks',
    ['postback was refused because it could not be read', 'postbacks were refused because they could not be read'],
    sql`reason <> 'unfilled_macro'`,
  ),
  listed(affiliateTransaction, ['transaction matches no click', 'transactions match no click'], () => ({
    state: ['unattributed'],
    reason: ['no_click_id', 'unknown_click', 'too_late'],
  })),
  {
    ...listed(
      affiliateTransaction,
      [
        'transaction waits for the value of its amount: no exchange rate for its currency, or too large',
        'transactions wait for the value of their amounts: no exchange rate for their currencies, or too large',
      ],
      () => ({ state: ['unattributed'], reason: ['no_rate', 'too_large'] }),
    ),
    id: 'waitingForRates',
  },
  {
    ...listed(
      affiliateTransaction,
      [
        'transaction counts without its amount: no exchange rate for its currency',
        'transactions count without their amounts: no exchange rate for their currencies',
      ],
      () => ({ state: ['counted'], reason: ['no_rate'] }),
    ),
    id: 'unknownCurrency',
  },
  {
    id: 'payoutDiffers',
    route: affiliateTransaction.routes.list,
    one: 'deal whose partner reports another payout',
    many: 'deals whose partners report other payouts',
    search: () => ({ view: 'payouts' }),
    countsAllRows: true,
    count: countedBy(
      () => sql`SELECT count(DISTINCT (partner_id, priced_by, deal_id))::integer AS count FROM payouts_beside_deals
        WHERE differs AND occurred_at > now() - make_interval(days => ${PAYOUT_DAYS})`,
    ),
  },
  listed(
    deadLetter,
    ['fact refused by the statistics engine', 'facts refused by the statistics engine'],
    () => ({ state: ['waiting'] }),
    { view: 'dead' },
  ),
  listed(
    outgoingDelivery,
    ['postback could not be delivered', 'postbacks could not be delivered'],
    () => ({ state: ['failed'] }),
    { view: 'deliveries' },
  ),
  {
    id: 'refusedLeads',
    route: lead.routes.list,
    one: 'lead was refused: mend the lander, then read it again',
    many: 'leads were refused: mend the landers, then read them again',
    search: () => ({ view: REFUSED_LEADS_VIEW }),
    countsAllRows: true,
    count: countedBy(
      () => sql`SELECT coalesce(sum(cases - replayed), 0)::integer AS count FROM lead_refusal_counts
        WHERE last_at > now() - make_interval(days => ${REFUSED_LEAD_DAYS})`,
    ),
  },
  listed(lead, ['parked lead without a buyer', 'parked leads without a buyer'], () => ({
    status: ['parked'],
  })),
  {
    id: 'oldRates',
    route: exchangeRate.routes.list,
    one: 'currency in use has no recent exchange rate',
    many: 'currencies in use have no recent exchange rate',
    search: () => ({ view: 'rates' }),
    countsAllRows: true,
    count: countedBy(
      ({ today }) => sql`SELECT count(*)::integer AS count FROM (
          SELECT currency FROM partners WHERE archived_at IS NULL AND status = 'active'
          UNION SELECT currency FROM publishers WHERE archived_at IS NULL AND status = 'active'
          UNION SELECT ${baseCurrency()}) used
        WHERE currency <> ${QUOTED_FOR} AND NOT EXISTS (SELECT FROM exchange_rates r WHERE r.currency = used.currency
          AND r.archived_at IS NULL AND r.day BETWEEN ${addDays(today, -OLD_RATE_DAYS)}::date AND ${today}::date)`,
    ),
  },
  listed(referrer, ['referrer without an owner', 'referrers without an owner'], () => ({
    publisherId: ['null'],
    trafficSourceId: ['null'],
    websiteId: ['null'],
  })),
  listed(domain, EXPIRE, soon),
  listed(spiderDomain, ['spider domain expires within 30 days', 'spider domains expire within 30 days'], soon),
  listed(prelanderDomain, ['prelander domain expires within 30 days', 'prelander domains expire within 30 days'], soon),
];
