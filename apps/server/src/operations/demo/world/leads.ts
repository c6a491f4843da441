/** The demo's lead buyers and the leads of the last two weeks; all people are fictional. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import { storePerson } from '../../../partners/leads/person.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { idRow, readRow, readRows } from '../../../platform/rows.ts';
import type { Vault } from '../../../platform/vault.ts';
import { type Chance, chance } from './random.ts';

const DAYS = 14;
const DAY_MS = 86_400_000;
const LEADS = 180;
const BUYERS = 4;
/** How long a buyer's host is waited for. */
const TIMEOUT_MS = 10_000;
/** In front of the phone numbers of the countries that the demo works in. */
const PREFIXES: Readonly<Record<string, string>> = {
  DE: '+49',
  AT: '+43',
  CH: '+41',
  GB: '+44',
  IE: '+353',
  SE: '+46',
  NO: '+47',
  FI: '+358',
  DK: '+45',
  IT: '+39',
  ES: '+34',
  PT: '+351',
  GR: '+30',
  US: '+1',
  CA: '+1',
  AU: '+61',
  NZ: '+64',
  BR: '+55',
  MX: '+52',
  AR: '+54',
  CL: '+56',
  CO: '+57',
  JP: '+81',
  IN: '+91',
  TH: '+66',
  PH: '+63',
  UA: '+380',
};
const FIRST = ['Ada', 'Bruno', 'Clara', 'David', 'Emil', 'Fiona', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Klara', 'Leo'];
const LAST = ['Berger', 'Costa', 'Dahl', 'Eriksen', 'Fischer', 'Greco', 'Hansen', 'Ivers', 'Jensen', 'Koller'];

/** One person sent several forms, and is a contact too; **Data protection** finds her. */
const VERA = ['Vera', 'Vogel'] as const;
export const VERA_EMAIL = 'vera.vogel@mail.example';
const VERA_EVERY = 60;

const robotRow = z.object({
  id: z.number(),
  partnerId: z.number(),
  dealId: z.number(),
});
type Robot = z.infer<typeof robotRow>;
const geoRow = z.object({ id: z.number(), code: z.string() });

interface Click {
  id: string;
  at: number;
  geoId: number;
  productId: number;
  websiteId: number;
  publisherId: number;
  sourceId: number;
}

/** Stores them within the caller's transaction, unless there are some already. */
export async function storeLeads(trx: Trx, clickhouse: ClickHouse, vault: Vault, now: Date): Promise<void> {
  const { rows: there } = await sql`SELECT 1 FROM leads LIMIT 1`.execute(trx);
  if (there.length > 0) return;
  const luck = chance(8_128);
  const robots = await storeRobots(trx);
  const geos = await readGeos(trx);
  const clicks = await readClicks(clickhouse, now);
  for (const [at, click] of clicks.entries()) await storeLead(trx, vault, { at, click, geos, robots, luck, now });
}

async function readGeos(trx: Trx): Promise<Story['geos']> {
  const rows = await readRows(trx, geoRow, sql`SELECT id, code FROM geos`);
  return new Map(rows.map(({ id, code }) => [id, { code, prefix: PREFIXES[code] ?? '+43' }]));
}

/** Partners that take leads by the integration "Lead desk". */
async function storeRobots(trx: Trx): Promise<Robot[]> {
  const settings = {
    headers: { authorization: 'Bearer {api_key}' },
    body: {
      email: '{email}',
      phone: '{phone}',
      name: '{first_name} {last_name}',
      country: '{country}',
      ref: '{click_id}',
    },
    read: {
      accepted: { path: 'status', is: ['accepted'] },
      rejected: { path: 'status', is: ['rejected'] },
      duplicate: { path: 'status', is: ['duplicate'] },
      redirect: 'redirect_url',
      reason: 'message',
    },
  };
  return await readRows(
    trx,
    robotRow,
    sql`INSERT INTO robot_partners (id, name, partner_id, integration_id, endpoint_url, settings_json, api_key, lead_cap)
      SELECT 9000 + row_number() OVER (ORDER BY p.id), p.name || ' lead API', p.id, d.integration_id,
        'https://leads.partner-' || p.id || '.example/v2/leads', ${JSON.stringify(settings)}::jsonb,
        'demo-' || md5(p.name), 40 + p.id % 5 * 20
      FROM partners p JOIN LATERAL (SELECT integration_id FROM deals WHERE partner_id = p.id AND archived_at IS NULL
        ORDER BY id LIMIT 1) d ON true JOIN integrations i ON i.id = d.integration_id AND i.name = 'Lead desk'
      WHERE p.status = 'active' ORDER BY p.id LIMIT ${BUYERS}
      ON CONFLICT DO NOTHING
      RETURNING id, partner_id, (SELECT min(id) FROM deals WHERE partner_id = robot_partners.partner_id) AS deal_id`,
  );
}

async function readClicks(clickhouse: ClickHouse, now: Date): Promise<Click[]> {
  return await clickhouse.query(
    `SELECT toString(click_id) AS id_text, any(at) AS first, any(geo_id) AS geo, any(product_id) AS product,
       any(website_id) AS website, any(publisher_id) AS publisher, any(traffic_source_id) AS source
     FROM facts WHERE at >= {since:DateTime64(3, 'UTC')} AND kind = 'visit' AND website_id > 0 AND geo_id > 0
     GROUP BY click_id ORDER BY cityHash64(click_id) LIMIT {leads:UInt32}`,
    { since: new Date(now.getTime() - DAYS * DAY_MS), leads: LEADS },
    {
      parse: (row) => ({
        id: String(row.id_text),
        at: Date.parse(String(row.first)),
        geoId: Number(row.geo),
        productId: Number(row.product),
        websiteId: Number(row.website),
        publisherId: Number(row.publisher),
        sourceId: Number(row.source),
      }),
    },
  );
}

interface Story {
  at: number;
  click: Click;
  /** The codes of countries in front of phone numbers, and the codes of countries, by geo. */
  geos: ReadonlyMap<number, { code: string; prefix: string }>;
  robots: readonly Robot[];
  luck: Chance;
  now: Date;
}

const REASONS = { accepted: '', parked: 'nobody_took_it', rejected: 'all_refused' };
type Status = keyof typeof REASONS;

const unsoldStatus = (luck: Story['luck']) => {
  if (luck.hit(0.3)) return 'parked';
  return 'rejected';
};

function refusalOf(status: Status, luck: Story['luck']): 'error' | 'duplicate' | 'rejected' {
  if (status === 'parked') return 'error';
  if (luck.hit(0.25)) return 'duplicate';
  return 'rejected';
}

async function storeLead(trx: Trx, vault: Vault, { at, click, geos, robots, luck, now }: Story): Promise<void> {
  const isVera = at % VERA_EVERY === 0;
  const geo = geos.get(click.geoId) ?? { code: 'AT', prefix: '+43' };
  const anyFirst = luck.one(FIRST);
  const anyLast = luck.one(LAST);
  const [first, last] = isVera ? VERA : [anyFirst, anyLast];
  const email = isVera ? VERA_EMAIL : `${first}.${last}${at}@mail.example`.toLowerCase();
  const phone = `${geo.prefix}66${String(10_000_000 + Math.floor(luck.next() * 89_999_999))}`;
  const receivedAt = new Date(Math.min(now.getTime() - 30_000, click.at + luck.whole(1, 20) * 60_000));
  const asked = [...robots].sort(() => luck.next() - 0.5).slice(0, luck.hit(0.7) ? 1 : 2);
  const buyer = luck.hit(0.64) ? asked.at(-1) : undefined;
  const status = buyer === undefined ? unsoldStatus(luck) : 'accepted';
  const reason = REASONS[status];
  const { id: leadId } = await readRow(
    trx,
    idRow,
    sql`INSERT INTO leads (email_hint, phone_hint, status, partner_id, robot_partner_id, geo_id, product_id, website_id,
        publisher_id, traffic_source_id, click_id, reason, redirect_url, deal_id, tries, received_at, accepted_at,
        next_try_at, fresh_from)
      VALUES (${`${email.charAt(0)}•••@mail.example`}, ${`•••${phone.slice(-3)}`}, ${status}, ${buyer?.partnerId ?? null},
        ${buyer?.id ?? null}, ${click.geoId}, ${click.productId || null}, ${click.websiteId}, ${click.publisherId || null},
        ${click.sourceId || null}, ${click.id}, ${reason},
        ${buyer === undefined ? null : `https://partner-${buyer.partnerId}.example/welcome`}, ${buyer?.dealId ?? null}, 1,
        ${receivedAt}, ${buyer === undefined ? null : receivedAt},
        ${status === 'parked' ? new Date(now.getTime() + 6 * 3_600_000) : null}, ${receivedAt})
      RETURNING id`,
  );
  await storePerson(trx, vault, leadId, {
    email,
    phone,
    firstName: first,
    lastName: last,
    ip: `203.0.113.${luck.whole(1, 254)}`,
    country: geo.code,
    extra: {},
  });
  for (const robot of asked) {
    const outcome = robot === buyer ? 'accepted' : refusalOf(status, luck);
    const detail = {
      accepted: '',
      error: 'The host did not answer in time.',
      duplicate: '',
      rejected: 'outside our countries',
    };
    await sql`INSERT INTO lead_attempts (lead_id, robot_partner_id, deal_id, at, outcome, http, ms, detail)
      VALUES (${leadId}, ${robot.id}, ${robot.dealId}, ${receivedAt}, ${outcome}, ${outcome === 'error' ? null : 200},
        ${luck.whole(120, 900) + (outcome === 'error' ? TIMEOUT_MS : 0)}, ${detail[outcome]})`.execute(trx);
  }
}
