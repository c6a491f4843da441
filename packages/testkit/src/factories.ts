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
