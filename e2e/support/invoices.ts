import type { SignedIn } from '@signpost/contract/access/sign-in.ts';
import { addMonths } from '@signpost/contract/dates/dates.ts';
import { call, unique } from './people.ts';
import { type APIRequestContext, expect, test } from './test.ts';

const BILLING = { street: 'Ring 1', postalCode: '1010', city: 'Vienna', vatId: 'ATU12345678' };

async function geoOf(request: APIRequestContext, admin: SignedIn, code: string): Promise<number> {
  const geos = await call<{ id: number; code: string }[]>(request, admin, 'GET', 'geos?limit=1000');
  const geo = geos.find((one) => one.code === code);
  if (geo === undefined) throw new Error(`The demo has no geo ${code}.`);
  return geo.id;
}

/** A party in Austria that can be billed. */
export async function makeParty(request: APIRequestContext, admin: SignedIn, kind: 'partners' | 'publishers') {
  const name = unique(kind === 'partners' ? 'Casino' : 'Magazine');
  const billing = { legalName: `${name} GmbH`, billingGeoId: await geoOf(request, admin, 'AT'), ...BILLING };
  const own = kind === 'partners' ? { partnerTypeId: 105, currency: 'EUR', timeZone: 'UTC' } : {};
  const { id } = await call<{ id: number }>(request, admin, 'POST', kind, { name, ...own, ...billing });
  return { id, name, geoId: billing.billingGeoId };
}

const MONTHS = 12;
const wordsOf = (month: string) =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`));

/** A month that is over and open, with the one after it. Tests that run at the same time get different ones. */
export async function openMonth(request: APIRequestContext, admin: SignedIn) {
  const closed = await call<{ month: string }[]>(request, admin, 'GET', 'periods');
  const today = new Date().toISOString().slice(0, 'YYYY-MM'.length);
  const months = Array.from({ length: MONTHS }, (_, at) => addMonths(`${today}-01`, -1 - at).slice(0, 7));
  const { config, parallelIndex } = test.info();
  const month = months.find(
    (one, at) => at % config.workers === parallelIndex % config.workers && !closed.some((other) => other.month === one),
  );
  if (month === undefined) throw new Error('Every month of this worker is closed.');
  const next = addMonths(`${month}-01`, 1).slice(0, 7);
  return { month, words: wordsOf(month), day: `${month}-15`, nextWords: wordsOf(next) };
}

interface Entry {
  entryKind: 'revenue' | 'publisher_cost';
  day: string;
  amount: string;
  partnerId?: number;
  publisherId?: number;
  geoId?: number;
}

export const enter = (request: APIRequestContext, admin: SignedIn, entry: Entry) =>
  call(request, admin, 'POST', 'manual-transactions', { reason: unique('Amount'), currency: 'EUR', ...entry });

/** Waits until exactly this amount is due to the party, because facts reach the statistics a moment later. */
export async function expectDue(
  request: APIRequestContext,
  admin: SignedIn,
  { side, month, partyId, exact }: { side: string; month: string; partyId: number; exact: number },
) {
  const read = () =>
    call<{ partyId: number; exact: string }[]>(request, admin, 'GET', `documents/due?side=${side}&month=${month}`);
  await expect
    .poll(async () => Number((await read()).find((row) => row.partyId === partyId)?.exact ?? 0), { timeout: 60_000 })
    .toBe(exact);
}
