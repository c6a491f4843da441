/**
 * The records that a company has beside its traffic: tags, owners, accounts, offers of boxes, contacts and entries by
 * hand.
 */

import { addDays } from '@signpost/contract/dates/dates.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import { amountFacts, gamblingFacts } from '../../../money/ledger/facts.ts';
import { putFacts } from '../../../partners/conversions/ship/put-facts.ts';
import { idRow, readRow, sqlIf } from '../../../platform/rows.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';
import { MARKETS } from './names.ts';
import type { DemoRecords } from './records.ts';
import { put } from './store-records.ts';

const GEOS = Object.values(MARKETS).flat();
const geoOf = (nth: number): number => GEOS[nth % GEOS.length] ?? 1;

/** The entities whose records carry tags, and every how many records does. Partners have theirs already. */
const TAGGED = [
  ['campaignBox', 'campaign_boxes', 2],
  ['seoCampaignBox', 'campaign_boxes', 2],
  ['campaign', 'campaigns', 2],
  ['client', 'clients', 2],
  ['domain', 'domains', 3],
  ['website', 'websites', 2],
  ['publisher', 'publishers', 2],
  ['referrer', 'referrers', 2],
  ['referralCode', 'referral_codes', 3],
  ['mbgMirror', 'mbg_mirrors', 2],
  ['offer', 'offers', 3],
  ['trafficSource', 'traffic_sources', 3],
  ['robotPartner', 'robot_partners', 2],
  ['template', 'templates', 2],
  ['flatFee', 'flat_fees', 2],
  ['gamblingLink', 'gambling_links', 2],
  ['account', 'accounts', 2],
  ['directLink', 'direct_links', 2],
  ['flatFeeContact', 'flat_fee_contacts', 2],
  ['button', 'buttons', 2],
  ['spiderDomain', 'spider_domains', 2],
  ['prelanderDomain', 'prelander_domains', 2],
] as const;

const ACCOUNTS = ['main account', 'mobile'];
const EVENTS = ['all events', 'first deposits'];

async function tagRecords(trx: Trx): Promise<void> {
  for (const [entity, table, every] of TAGGED) {
    const kind = sqlIf(
      table === 'campaign_boxes',
      sql`AND (r.box_kind = 'seo') = ${entity === 'seoCampaignBox'}::boolean`,
    );
    await sql`INSERT INTO taggings (entity, record_id, tag_id)
      SELECT ${entity}, r.id, t.id FROM ${sql.table(table)} r
      JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS nth, count(*) OVER () AS many FROM tags) t
        ON t.nth = (r.id * 7) % t.many
      WHERE r.id % ${every}::integer = 0 ${kind} ON CONFLICT DO NOTHING`.execute(trx);
  }
}

/** Hosts have owners and expiry dates at three registrars, websites have the people who look after them. */
async function describeHosts(trx: Trx): Promise<void> {
  const people = [demoEmail('Admin'), demoEmail('Operations'), demoEmail('Seo User')];
  const owner = sql`(SELECT u.id FROM users u WHERE u.email = (${people}::text[])[r.id % 3 + 1])`;
  const registrar = sql`(ARRAY['Example Names', 'Sample Registry', 'Test Domains'])[r.id % 3 + 1]`;
  await sql`UPDATE domains r SET owner_id = ${owner}, registrar = ${registrar},
    expires_on = current_date + (40 + (r.id * 37) % 600)::integer`.execute(trx);
  await sql`UPDATE websites r SET owner_id = ${owner} WHERE r.publisher_id IS NULL`.execute(trx);
  for (const table of ['spider_domains', 'prelander_domains'])
    await sql`UPDATE ${sql.table(table)} r SET registrar = ${registrar}`.execute(trx);
  await sql`UPDATE referrers r SET website_id = w.id FROM websites w
    WHERE w.id = 433 + r.id % 6 AND r.website_id IS NULL`.execute(trx);
}

const FIRST_NAMES = ['Lena', 'Marko', 'Ines', 'Tomas', 'Greta', 'Pavel'];
const LAST_NAMES = ['Winter', 'Novak', 'Costa', 'Berg', 'Lund', 'Horvat'];
const personOf = (nth: number): string =>
  `${FIRST_NAMES[nth % FIRST_NAMES.length]} ${LAST_NAMES[(nth * 5 + 1) % LAST_NAMES.length]}`;
const addressOf = (nth: number, host: string): string =>
  `${personOf(nth).toLowerCase().replace(' ', '.')}@${host}.example`;

/** Accounts, contacts, direct links, and postbacks to publishers, which are paused because nobody answers in a demo. */
async function storeContactsAndLinks(trx: Trx, { publishers, sources, campaigns }: DemoRecords): Promise<void> {
  const some = publishers.slice(0, 10);
  await put(
    trx,
    'publisher_contacts',
    publishers.map(({ id }, at) => ({
      publisherId: id,
      position: 1,
      name: personOf(at),
      role: at % 3 === 0 ? 'Owner' : 'Account manager',
      email: addressOf(at, `publisher-${id}`),
    })),
  );
  await put(
    trx,
    'accounts',
    some.map((publisher, at) => ({
      id: 901 + at,
      name: `${publisher.name}, ${ACCOUNTS[at % 2]}`,
      accountKind: 'publisher',
      externalId: `ACC-${4100 + at * 7}`,
      status: at === 7 ? 'paused' : 'active',
    })),
  );
  await put(
    trx,
    'accounts_publishers',
    some.map(({ id }, at) => ({ recordId: 901 + at, targetId: id, position: 1 })),
  );
  await put(
    trx,
    'flat_fee_contacts',
    some.map(({ id, name }, at) => ({
      id: 901 + at,
      name: personOf(at + 3),
      company: name,
      email: addressOf(at + 3, `publisher-${id}`),
      phone: `+49 30 5550 01${String(10 + at)}`,
      publisherId: id,
    })),
  );
  await sql`UPDATE flat_fees f SET contact_id = c.id FROM flat_fee_contacts c WHERE c.publisher_id = f.publisher_id`.execute(
    trx,
  );
  await put(
    trx,
    'direct_links',
    ['autumn', 'podcast-12', 'print-ad', 'influencer-kit', 'welcome', 'derby'].map((slug, at) => ({
      id: 901 + at,
      slug,
      targetUrl: `https://bonusatlas.example/${slug}`,
      trafficSourceId: sources[at * 4]?.id ?? null,
      campaignId: at % 2 === 0 ? (campaigns[at]?.id ?? null) : null,
      status: 'active',
    })),
  );
  await put(
    trx,
    'outgoing_postbacks',
    some.slice(0, 4).map(({ id, name }, at) => ({
      id: 901 + at,
      name: `${name}, ${EVENTS[at % 2]}`,
      publisherId: id,
      url: `https://publisher-${id}.example/postback?click={sub1}&event={event}`,
      status: 'paused',
    })),
  );
}

/** The offers on the pages of some boxes; SEO boxes have none. */
async function storeBoxOffers(trx: Trx, { boxes, offers }: DemoRecords): Promise<void> {
  const rows = boxes
    .filter(({ boxKind }) => boxKind !== 'seo')
    .slice(0, 24)
    .flatMap((box) =>
      offers
        .filter(({ productId }) => productId === box.productId)
        .slice(0, 3)
        .map((offer, at) => ({
          name: String(offer.name),
          campaignBoxId: box.id,
          productId: box.productId,
          offerId: offer.id,
          placement: at + 1,
          ctaLabel: ['Get the bonus', 'Play now', 'Read the review'][at],
          status: 'active',
        })),
    );
  await put(
    trx,
    'box_offers',
    rows.map((row, at) => ({ id: 901 + at, ...row })),
  );
}

/** Where boxes stand on their sites, and statuses of partners that mean nothing. */
async function storeSettings(trx: Trx, { partners }: DemoRecords, today: string): Promise<void> {
  await sql`UPDATE campaign_boxes r SET placement = (ARRAY['Header', 'Sidebar', 'Below the article', 'Top list', 'Footer'])[r.id % 5 + 1]
    WHERE r.placement IS NULL`.execute(trx);
  await put(
    trx,
    'status_mapping_overrides',
    ['vip_upgrade', 'kyc_started', 'bonus_opt_in'].map((status, at) => ({
      id: 901 + at,
      partnerId: partners[at + 2]?.id,
      status,
      meaning: 'ignore',
      validFrom: addDays(today, -40),
      reason: 'A step in their own system, which earns nothing.',
    })),
  );
}

/** The other addresses that may sign in with Google, at domains that nobody can own. */
async function storeWhitelist(trx: Trx): Promise<void> {
  await put(trx, 'sign_in_whitelist', [
    { id: 901, pattern: 'newsroom-staff.example', notes: 'The editors of our own sites' },
    { id: 902, pattern: 'auditor@ledger-check.example', notes: 'Yearly audit' },
  ]);
}

/** Entries of a month: what partners reported outside postbacks, and figures typed from their dashboards. */
async function storeReported(trx: Trx, { partners }: DemoRecords, today: string, now: Date): Promise<void> {
  for (const [at, { id: partnerId }] of partners.slice(4, 9).entries()) {
    const day = addDays(today, -6 - at * 4);
    const geoId = geoOf(at * 3);
    const amount = String(120 + at * 45);
    const { id } = await readRow(
      trx,
      idRow,
      sql`INSERT INTO partner_revenues (name, partner_id, from_day, to_day, amount, currency, geo_id, notes)
        VALUES (${`Report by e-mail, ${day}`}, ${partnerId}, ${day}, ${day}, ${amount}, ${baseCurrency()}, ${geoId}, 'Without postback')
        RETURNING id`,
    );
    const reason = `partner revenue ${id}`;
    const entry = { kind: 'revenue', measure: 'revenue', amount, currency: baseCurrency(), rate: '1', reason } as const;
    const about = { partnerId, geoId };
    await putFacts(trx, reason, amountFacts({ ...entry, shares: [{ day, weight: 1 }], about }, now));
  }
  for (let nth = 0; nth < 12; nth += 1) {
    const partnerId = partners[9 + (nth % 3)]?.id ?? 0;
    const day = addDays(today, -2 - nth);
    const geoId = geoOf(nth);
    const figures = {
      registrations: 4 + (nth % 5),
      firstDeposits: 1 + (nth % 2),
      deposits: 2 + (nth % 3),
      depositAmount: String(80 + nth * 15),
      revenue: String(40 + nth * 6),
    };
    const { id } = await readRow(
      trx,
      idRow,
      sql`INSERT INTO gambling_stats (name, partner_id, geo_id, day, currency, registrations, first_deposits, deposits, deposit_amount, revenue)
        VALUES (${`Dashboard, ${day}`}, ${partnerId}, ${geoId}, ${day}, ${baseCurrency()}, ${figures.registrations},
          ${figures.firstDeposits}, ${figures.deposits}, ${figures.depositAmount}, ${figures.revenue}) RETURNING id`,
    );
    const reason = `gambling stat ${id}`;
    const about = { partnerId, geoId };
    await putFacts(
      trx,
      reason,
      gamblingFacts({ ...figures, day, currency: baseCurrency(), rate: '1', about, reason }, now),
    );
  }
}

/** Stores all of it; called once, after the records and operations of the demo world. */
export async function storeFurnishing(trx: Trx, records: DemoRecords, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  await storeContactsAndLinks(trx, records);
  await storeBoxOffers(trx, records);
  await storeReported(trx, records, today, now);
  await storeSettings(trx, records, today);
  await storeWhitelist(trx);
  await describeHosts(trx);
  await tagRecords(trx);
  for (const channel of ['routing', 'metadata']) await sql`SELECT pg_notify(${channel}, '')`.execute(trx);
}
