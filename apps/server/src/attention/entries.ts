/**
 * The entries that need a person's attention. To add one, add it to this list. If a list of records shows the same
 * rows, use `listed`, which counts with the filter that the link opens the list with; otherwise give the entry its own
 * `count`. Only people who may open the entry's screen see it.
 */
import { addDays } from '@signpost/contract/dates/dates.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { deadLetter } from '@signpost/contract/entities/dead-letter.ts';
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { domain } from '@signpost/contract/entities/domain.ts';
import { flatFee } from '@signpost/contract/entities/flat-fee.ts';
import { lead } from '@signpost/contract/entities/lead.ts';
import { outgoingDelivery } from '@signpost/contract/entities/outgoing-delivery.ts';
import { partnerOverride } from '@signpost/contract/entities/partner-override.ts';
import { prelanderDomain } from '@signpost/contract/entities/prelander-domain.ts';
import { pushNotification } from '@signpost/contract/entities/push-notification.ts';
import { referrer } from '@signpost/contract/entities/referrer.ts';
import { spiderDomain } from '@signpost/contract/entities/spider-domain.ts';
import { ENDS_SOON_DAYS } from '@signpost/contract/links/watched.ts';
import { type ListQuery, listQuerySchema } from '@signpost/contract/records/list-query.ts';
import type { RouteName } from '@signpost/contract/routes/index.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { listIncidents } from '../alerts/incidents.ts';
import type { Queryable } from '../database.ts';
import { readRows } from '../platform/rows.ts';
import { listRecords } from '../records/read.ts';
import type { SessionUser } from '../session-user.ts';

export interface Asked {
  db: Queryable;
  viewer: SessionUser;
  /** Today's date in the viewer's time zone. */
  today: string;
}

export interface Entry {
  id: string;
  route: RouteName;
  /** The words after the count, in singular and plural. */
  one: string;
  many: string;
  /** The search parameters with which the screen is opened. */
  search: (today: string) => Record<string, unknown>;
  count: (asked: Asked) => Promise<number>;
  /** Only people who may open this screen, too, can do something about it. */
  needs?: RouteName;
  /** Whether it counts rows of all publishers and is therefore hidden from a Publisher. */
  countsAllRows?: true;
}

type Filters = ListQuery['filters'];
type Words = readonly [one: string, many: string];

/** Records of a list that match a filter; `beside` holds the other search parameters of the screen's link. */
function listed(
  entity: EntityDefinition,
  [one, many]: Words,
  filters: (today: string) => Filters,
  beside: Record<string, unknown> = {},
): Entry {
  return {
    id: entity.name,
    route: entity.routes.list,
    one,
    many,
    search: (today) => ({ ...beside, filters: filters(today) }),
    async count({ db, viewer, today }) {
      const query = listQuerySchema.parse({ filters: filters(today), limit: 1 });
      return (await listRecords(db, entity, query, viewer)).total;
    },
  };
}

/** The fill level from which somebody should look, before the cap is reached. */
const NEAR_CAP = 0.8;
const SOON_DAYS = 30;
const soon = (today: string): Filters => ({ expiresOn: { to: addDays(today, SOON_DAYS) } });
const EXPIRE: Words = ['domain expires within 30 days', 'domains expire within 30 days'];

/** A day, and time for one that takes long or is tried again. */
const OLDEST_BACKUP_HOURS = 36;

const countRow = z.object({ count: z.number() });

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
      const rows = await readRows(
        db,
        countRow,
        sql`SELECT (coalesce((SELECT state = 'failed' FROM runs WHERE kind = 'backup' AND state IN ('succeeded', 'failed')
              ORDER BY finished_at DESC LIMIT 1), false)
            OR EXISTS (SELECT FROM runs WHERE kind = 'backup' AND state = 'waiting')
              AND (SELECT coalesce(max(finished_at) FILTER (WHERE state = 'succeeded'), min(expected_at)) FROM runs
                WHERE kind = 'backup') < now() - make_interval(hours => ${OLDEST_BACKUP_HOURS}))::integer AS count`,
      );
      return rows[0]?.count ?? 0;
    },
  },
  {
    id: 'unassignedStatus',
    route: 'unassignedStatusForm',
    one: 'unassigned status',
    many: 'unassigned statuses',
    search: () => ({}),
    countsAllRows: true,
    async count({ db }) {
      const rows = await readRows(
        db,
        countRow,
        sql`
          SELECT count(DISTINCT (partner_id, lower(status)))::integer AS count
          FROM affiliate_transactions WHERE state = 'unassigned'`,
      );
      return rows[0]?.count ?? 0;
    },
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
    async count({ db }) {
      const rows = await readRows(
        db,
        countRow,
        sql`SELECT count(*)::integer AS count FROM publisher_mails m WHERE m.state = 'paused' OR EXISTS (SELECT 1
          FROM mail_recipients r WHERE r.mail_id = m.id AND r.state = 'uncertain' AND r.decided_at IS NULL)`,
      );
      return rows[0]?.count ?? 0;
    },
  },
  {
    id: 'pageTests',
    route: 'templates',
    one: 'test has a winner to promote',
    many: 'tests have a winner to promote',
    search: () => ({}),
    countsAllRows: true,
    async count({ db }) {
      const rows = await readRows(
        db,
        countRow,
        sql`SELECT count(*)::integer AS count FROM page_tests WHERE state = 'won'`,
      );
      return rows[0]?.count ?? 0;
    },
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
    async count({ db }) {
      const rows = await readRows(
        db,
        countRow,
        sql`SELECT count(*)::integer AS count FROM deal_changes WHERE change_status = 'proposed'`,
      );
      return rows[0]?.count ?? 0;
    },
  },
  {
    id: 'approvals',
    route: 'approval',
    one: 'document waits for your approval',
    many: 'documents wait for your approval',
    search: () => ({}),
    countsAllRows: true,
    async count({ db, viewer }) {
      const rows = await readRows(
        db,
        countRow,
        sql`
          SELECT count(*)::integer AS count FROM documents d WHERE state = 'proposed'
            AND NOT EXISTS (SELECT 1 FROM document_authors a WHERE a.document_id = d.id AND a.user_id = ${viewer.id})
            AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.subject = 'document' AND a.subject_id = d.id
              AND a.payload_hash = d.payload_hash AND a.user_id = ${viewer.id})`,
      );
      return rows[0]?.count ?? 0;
    },
  },
  {
    id: 'disputes',
    route: 'allInvoices',
    one: 'billed fact is disputed',
    many: 'billed facts are disputed',
    search: () => ({ view: 'disputes' }),
    countsAllRows: true,
    async count({ db }) {
      const rows = await readRows(
        db,
        countRow,
        sql`SELECT count(*)::integer AS count FROM disputes WHERE state = 'open'`,
      );
      return rows[0]?.count ?? 0;
    },
  },
  {
    id: 'overdue',
    route: 'allInvoices',
    one: 'invoice is overdue',
    many: 'invoices are overdue',
    search: () => ({ age: 'overdue' }),
    countsAllRows: true,
    async count({ db, today }) {
      const rows = await readRows(
        db,
        countRow,
        sql`
          SELECT count(*)::integer AS count FROM documents d WHERE state = 'issued' AND kind <> 'creditNote'
            AND due_date < ${today}::date
            AND total > coalesce((SELECT sum(amount) FROM allocations a WHERE a.document_id = d.id), 0)`,
      );
      return rows[0]?.count ?? 0;
    },
  },
  {
    id: 'nearCap',
    route: 'partnersWaterfall',
    one: 'deal is near its lead cap today',
    many: 'deals are near their lead cap today',
    search: () => ({}),
    countsAllRows: true,
    async count({ db }) {
      const rows = await readRows(
        db,
        countRow,
        sql`
          SELECT count(*)::integer AS count FROM deal_today t JOIN deals d ON d.id = t.deal_id
          WHERE t.is_active AND t.is_valid AND d.weight > 0 AND t.lead_cap > 0
            AND t.fill >= ${NEAR_CAP}::numeric * t.lead_cap`,
      );
      return rows[0]?.count ?? 0;
    },
  },
  {
    id: 'illHosts',
    route: 'domains',
    one: 'host had a problem at the last check',
    many: 'hosts had a problem at the last check',
    search: () => ({}),
    countsAllRows: true,
    async count({ db }) {
      const rows = await readRows(
        db,
        countRow,
        sql`
          SELECT count(*)::integer AS count FROM (
            SELECT DISTINCT ON (host) problem FROM host_checks ORDER BY host, at DESC) last
          WHERE problem IS NOT NULL`,
      );
      return rows[0]?.count ?? 0;
    },
  },
  {
    id: 'brokenLinks',
    route: 'linksChecker',
    one: 'broken link',
    many: 'broken links',
    search: () => ({ view: 'watched', shown: 'broken' }),
    countsAllRows: true,
    async count({ db }) {
      const rows = await readRows(
        db,
        countRow,
        sql`SELECT count(*)::integer AS count FROM watched_links_in_use WHERE is_broken`,
      );
      return rows[0]?.count ?? 0;
    },
  },
  {
    id: 'linksEndSoon',
    route: 'linksChecker',
    one: `link loses its certificate or domain within ${ENDS_SOON_DAYS} days`,
    many: `links lose their certificate or domain within ${ENDS_SOON_DAYS} days`,
    search: () => ({ view: 'watched', shown: 'ends_soon' }),
    countsAllRows: true,
    async count({ db, today }) {
      const rows = await readRows(
        db,
        countRow,
        sql`SELECT count(*)::integer AS count FROM watched_links_in_use
          WHERE ends_at < ${addDays(today, ENDS_SOON_DAYS)}::date`,
      );
      return rows[0]?.count ?? 0;
    },
  },
  listed(affiliateTransaction, ['transaction matches no click', 'transactions match no click'], () => ({
    state: ['unattributed'],
  })),
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
  listed(lead, ['parked lead without a buyer', 'parked leads without a buyer'], () => ({
    status: ['parked'],
  })),
  listed(referrer, ['referrer without an owner', 'referrers without an owner'], () => ({
    publisherId: ['null'],
    trafficSourceId: ['null'],
    websiteId: ['null'],
  })),
  listed(domain, EXPIRE, soon),
  listed(spiderDomain, ['spider domain expires within 30 days', 'spider domains expire within 30 days'], soon),
  listed(prelanderDomain, ['prelander domain expires within 30 days', 'prelander domains expire within 30 days'], soon),
];
