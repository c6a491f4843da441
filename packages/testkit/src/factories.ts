/**
 * Records for tests that need rows but not the API that creates them. Each factory takes the columns that matter to the
 * test and fills in the rest; names are unique unless given.
 */
import { randomBytes } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Database, Queryable } from '../../../apps/server/src/database.ts';

type Columns<T extends keyof Database> = Partial<Insertable<Database[T]>>;
type Row<T extends keyof Database> = Promise<Selectable<Database[T]>>;

/** Ids that exist in every installation from the start. */
const START = { partnerType: 105, product: 1, austria: 12, integration: 1 } as const;

const uniqueName = (word: string): string => `${word} ${randomBytes(4).toString('hex')}`;

export async function buildPartner(db: Queryable, columns: Columns<'partners'> = {}): Row<'partners'> {
  const values = { name: uniqueName('Partner'), partnerTypeId: START.partnerType, ...columns };
  return await db.insertInto('partners').values(values).returningAll().executeTakeFirstOrThrow();
}

/** A deal of the partner: 50 for a first deposit from Austria, first in its list. */
export async function buildDeal(
  db: Queryable,
  columns: Columns<'deals'> & Pick<Insertable<Database['deals']>, 'partnerId'>,
): Row<'deals'> {
  const values = { position: 0, geoId: START.austria, integrationId: START.integration, fixedAmount: '50', ...columns };
  return await db.insertInto('deals').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function buildOffer(
  db: Queryable,
  columns: Columns<'offers'> & Pick<Insertable<Database['offers']>, 'partnerId'>,
): Row<'offers'> {
  const values = { name: uniqueName('Offer'), productId: START.product, ...columns };
  return await db.insertInto('offers').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function buildPartnerType(db: Queryable, columns: Columns<'partnerTypes'> = {}): Row<'partnerTypes'> {
  const values = { name: uniqueName('Partner type'), ...columns };
  return await db.insertInto('partnerTypes').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function buildProduct(db: Queryable, columns: Columns<'products'> = {}): Row<'products'> {
  const values = { name: uniqueName('Product'), ...columns };
  return await db.insertInto('products').values(values).returningAll().executeTakeFirstOrThrow();
}

/** An external lander, unless told otherwise. */
export async function buildCampaign(db: Queryable, columns: Columns<'campaigns'> = {}): Row<'campaigns'> {
  const lander = { landerType: 'external_lander' as const, targetUrl: 'https://target.example/' };
  const values = { name: uniqueName('Campaign'), ...lander, ...columns };
  return await db.insertInto('campaigns').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function buildCategory(db: Queryable, columns: Columns<'categories'> = {}): Row<'categories'> {
  const values = { name: uniqueName('Category'), ...columns };
  return await db.insertInto('categories').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function buildTrafficSource(
  db: Queryable,
  columns: Columns<'trafficSources'> & Pick<Insertable<Database['trafficSources']>, 'categoryId'>,
): Row<'trafficSources'> {
  const values = { name: uniqueName('source').replace(' ', '_'), ...columns };
  return await db.insertInto('trafficSources').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function buildExchangeRate(
  db: Queryable,
  columns: Columns<'exchangeRates'> & Pick<Insertable<Database['exchangeRates']>, 'currency' | 'day' | 'perEuro'>,
): Row<'exchangeRates'> {
  return await db.insertInto('exchangeRates').values(columns).returningAll().executeTakeFirstOrThrow();
}

/** A beat of a worker that ships the click log, now. */
export async function buildJobBeat(
  db: Queryable,
  columns: Columns<'jobBeats'> & Pick<Insertable<Database['jobBeats']>, 'worker'>,
): Row<'jobBeats'> {
  const now = new Date();
  const values = { job: 'click log', allowedMs: 60_000, startedAt: now, beatAt: now, ...columns };
  return await db.insertInto('jobBeats').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function buildCampaignBox(db: Queryable, columns: Columns<'campaignBoxes'> = {}): Row<'campaignBoxes'> {
  const values = { name: uniqueName('Box'), fallbackUrl: 'https://fallback.example/', ...columns };
  return await db.insertInto('campaignBoxes').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function buildWebsite(db: Queryable, columns: Columns<'websites'> = {}): Row<'websites'> {
  const values = { name: `${uniqueName('site').replace(' ', '-')}.example`, ...columns };
  return await db.insertInto('websites').values(values).returningAll().executeTakeFirstOrThrow();
}

/** A lead that waits for a buyer; its person is not stored. */
export async function buildLead(
  db: Queryable,
  columns: Columns<'leads'> & Pick<Insertable<Database['leads']>, 'websiteId'>,
): Row<'leads'> {
  const now = new Date();
  const values = { emailHint: '', phoneHint: '', receivedAt: now, freshFrom: now, ...columns };
  return await db.insertInto('leads').values(values).returningAll().executeTakeFirstOrThrow();
}
