/** Stores the demo world's records in PostgreSQL, and keeps existing ones unchanged. */
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import { snakeCase } from '../../../platform/names.ts';
import type { DemoRecords } from './records.ts';
import type { Row } from './row.ts';

/** Inserts rows whose keys are columns in camelCase; existing rows are not changed. */
export async function put(trx: Trx, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const keys = Object.keys(first);
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(keys.map((key) => sql.ref(snakeCase(key))))})
    VALUES ${sql.join(rows.map((row) => sql`(${sql.join(keys.map((key) => row[key] ?? null))})`))}
    ON CONFLICT DO NOTHING`.execute(trx);
}

const PEOPLE = ['Nora Lindqvist', 'Daniel Okafor', 'Marta Kowalska', 'Luca Ferri', 'Ines Duarte', 'Jonas Weber'];

/** Everybody has an account manager; some a person for invoices. */
function contactsOf({ id, name }: DemoRecords['partners'][number]): Row[] {
  const host = `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.example`;
  const person = (nth: number) => PEOPLE[(id + nth) % PEOPLE.length] ?? '';
  const manager = { id: id * 10, partnerId: id, position: 1, name: person(0), role: 'Account manager' };
  const invoices = { id: id * 10 + 1, partnerId: id, position: 2, name: person(1), role: 'Invoices' };
  const first = { ...manager, email: `affiliates@${host}`, phone: `+356 2123 ${1000 + (id % 9000)}`, note: null };
  if (id % 3 !== 0) return [first];
  return [first, { ...invoices, email: `finance@${host}`, phone: null, note: 'Wants the PDF by the 5th.' }];
}

/**
 * Stores all of them, and tells routers and caches. `links` is where the click port is reached: the demo's prelanders have
 * no pages, so their visitors press the button at once.
 */
export async function storeRecords(trx: Trx, records: DemoRecords, links: string): Promise<void> {
  await put(trx, 'affiliate_networks', records.networks);
  await put(trx, 'integrations', records.integrations);
  await put(trx, 'tags', records.tags);
  await put(
    trx,
    'publishers',
    records.publishers.map(({ name, ...row }) => ({
      ...row,
      name,
      contactEmail: `hello@${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.example`,
    })),
  );
  await put(
    trx,
    'websites',
    records.websites.map((row) => ({ ...row, fallbackUrl: `https://${row.name}/` })),
  );
  await put(
    trx,
    'domains',
    records.domains.map((row) => ({ ...row, registrar: 'Example Names' })),
  );
  await put(
    trx,
    'traffic_sources',
    records.sources.map(({ cpc: _, ...row }) => row),
  );
  await put(
    trx,
    'partners',
    records.partners.map(({ id, name, partnerTypeId, status, currency }) => ({
      id,
      name,
      partnerTypeId,
      status,
      currency,
      affiliateNetworkId: id % 3 === 0 ? 1 + (id % 4) : null,
      timeZone: id % 2 === 0 ? 'Europe/Malta' : 'UTC',
    })),
  );
  await put(trx, 'partner_contacts', records.partners.flatMap(contactsOf));
  await put(
    trx,
    'partners_integrations',
    records.partners.map(({ id, integrationId }) => ({ recordId: id, targetId: integrationId, position: 2 })),
  );
  await put(trx, 'deals', records.deals);
  await put(trx, 'clients', records.clients);
  await put(trx, 'offers', records.offers);
  await put(
    trx,
    'campaigns',
    records.campaigns.map(({ partnerId, productId: _, ...row }) => ({
      ...row,
      clientId: 701 + (partnerId % 12),
      common: partnerId % 8 !== 5,
      targetUrl:
        row.landerType === 'prelander'
          ? `${links}/out/{click_id}`
          : `https://partner-${partnerId}.example/join?click={click_id}&geo={geo}`,
    })),
  );
  await put(
    trx,
    'campaign_boxes',
    records.boxes.map(({ market: _, allocation: __, nativeBoxType, ...row }) => ({
      ...row,
      nativeBoxType: nativeBoxType || null,
      fallbackUrl: 'https://bonusatlas.example/',
    })),
  );
  await put(
    trx,
    'box_campaigns',
    records.boxes.flatMap((box) =>
      box.allocation.map(({ campaignId, weight }, index) => ({
        id: box.id * 10 - 29_000 + index,
        campaignBoxId: box.id,
        position: index + 1,
        campaignId,
        weight,
      })),
    ),
  );
  await put(
    trx,
    'referral_codes',
    records.codes.map(({ sourceId: _, ...row }) => row),
  );
  await put(trx, 'taggings', records.taggings);
  for (const channel of ['routing', 'metadata']) await sql`SELECT pg_notify(${channel}, '')`.execute(trx);
}
