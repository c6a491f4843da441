import { addMonths } from '@signpost/contract/dates/dates.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import type { SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import { call, newPerson, unique } from './people.ts';
import { type APIRequestContext, expect } from './test.ts';

const BILLING = {
  street: 'Ring 1',
  postalCode: '1010',
  city: 'Vienna',
  vatId: 'ATU12345678',
  billingFrom: '2024-01-01',
};

async function geoOf(request: APIRequestContext, admin: SignedIn, code: string): Promise<number> {
  const geos = await call<{ id: number; code: string }[]>(request, admin, 'GET', 'geos?limit=1000');
  const geo = geos.find((one) => one.code === code);
  if (geo === undefined) throw new Error(`The demo has no geo ${code}.`);
  return geo.id;
}

/** A party in Austria that can be billed. */
export async function makeParty(
  request: APIRequestContext,
  admin: SignedIn,
  kind: 'partners' | 'publishers',
  name = unique(kind === 'partners' ? 'Casino' : 'Magazine'),
) {
  const billing = { legalName: `${name} GmbH`, billingGeoId: await geoOf(request, admin, 'AT'), ...BILLING };
  const own = kind === 'partners' ? { partnerTypeId: 105, currency: 'EUR', timeZone: 'UTC' } : {};
  const { id } = await call<{ id: number }>(request, admin, 'POST', kind, { name, ...own, ...billing });
  return { id, name, geoId: billing.billingGeoId };
}

const wordsOf = (month: string) =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`));
const monthOf = (month: string) => ({ month, words: wordsOf(month), day: `${month}-15` });
const monthBeside = (month: string, by: number) => addMonths(`${month}-01`, by).slice(0, 'YYYY-MM'.length);

/** The month before this one, which no test closes. */
export const lastMonth = () => monthOf(monthBeside(new Date().toISOString().slice(0, 'YYYY-MM'.length), -1));

/** The oldest of the last twelve months that can be closed, with the one after it. */
export async function openMonth(request: APIRequestContext, admin: SignedIn) {
  const periods = await call<{ month: string; state: string }[]>(request, admin, 'GET', 'periods');
  const month = periods.slice(0, 12).findLast(({ state }) => state === 'next')?.month;
  if (month === undefined) throw new Error('Every month is closed.');
  return { ...monthOf(month), nextWords: wordsOf(monthBeside(month, 1)) };
}

const CLICK_HOST = `http://127.0.0.1:${process.env.E2E_CLICK_PORT}`;
const VISITOR = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
  // An address in Germany, as a proxy forwards it.
  'x-forwarded-for': '217.0.0.1',
};

/** A partner reports a first deposit of an earlier day by postback, which pays `amount`. */
export async function postLateRevenue(
  request: APIRequestContext,
  admin: SignedIn,
  { partner, day, amount }: { partner: { id: number; name: string }; day: string; amount: string },
): Promise<void> {
  const name = unique('Late');
  const make = (path: string, body: object) => call<{ id: number }>(request, admin, 'POST', path, body);
  const at = `partners/${partner.id}`;
  const { version } = await call<{ version: number }>(request, admin, 'GET', at);
  // A deal of its own, because a global deal would pay the clicks of other tests too.
  const geoId = await geoOf(request, admin, 'DE');
  const deal = { geoId, integrationId: 1, dealType: 'CPA', dealRevenueType: 'firstDeposit', fixedAmount: amount };
  await call(request, admin, 'PATCH', at, {
    version,
    values: { deals: [{ ...deal, waterfallBlocked: false, weight: 1 }] },
  });
  const targetUrl = 'https://partner.example/join?c={click_id}';
  const { id: campaignId } = await make('campaigns', {
    name,
    landerType: 'external_lander',
    status: 'active',
    targetUrl,
  });
  const allocation = [{ campaignId, weight: 100 }];
  const { id: boxId } = await make('campaign-boxes', {
    name,
    boxKind: 'regular',
    fallbackUrl: 'https://example.com',
    allocation,
  });
  const setUp = await request.put(`/api/partners/${partner.id}/postback`, {
    headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${admin.token}` },
    data: { protection: 'none' },
  });
  const { key } = (await setUp.json()).data;
  let location = '';
  await expect
    .poll(async () => {
      const answer = await request.get(`${CLICK_HOST}/box_${boxId}`, { maxRedirects: 0, headers: VISITOR });
      location = answer.headers().location ?? '';
      return location;
    })
    .toContain('partner.example');
  const txid = name.replace(' ', '-');
  const query = new URLSearchParams({
    click_id: new URL(location).searchParams.get('c') ?? '',
    status: 'first_deposit',
    txid,
    event_time: `${day}T12:00:00Z`,
  });
  expect(await (await request.get(`${CLICK_HOST}/postback/${key}?${query}`)).text()).toBe('ok\n');
  const read = () =>
    call<{ state: string }[]>(request, admin, 'GET', `affiliate-transactions?filters[txid][0]=${txid}&limit=1`);
  await expect.poll(async () => (await read())[0]?.state).toBe('counted');
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
  await expect.poll(async () => Number((await read()).find((row) => row.partyId === partyId)?.exact ?? 0)).toBe(exact);
}

/** Makes a draft of everything that is due to or from a party up to and including a month, and returns its id. */
export async function makeDraft(
  request: APIRequestContext,
  admin: SignedIn,
  { side, month, partyId }: { side: 'receivable' | 'payable'; month: string; partyId: number },
): Promise<number> {
  const [entity] = await call<{ id: number }[]>(request, admin, 'GET', 'documents/entities');
  const { id } = await call<{ id: number }>(request, admin, 'POST', 'documents/drafts', {
    legalEntityId: entity?.id,
    month,
    items: [{ side, partyId, currency: 'EUR' }],
  });
  let made: { documentId: number | null }[] = [];
  await expect
    .poll(async () => {
      const job = await call<{ state: string; made: typeof made }>(request, admin, 'GET', `documents/drafts/${id}`);
      made = job.made;
      return job.state;
    })
    .toBe('succeeded');
  const documentId = made[0]?.documentId;
  if (documentId == null) throw new Error(`No draft was made: ${JSON.stringify(made)}`);
  return documentId;
}

/** Drafts, proposes, approves and issues an invoice to a partner of everything that is due, and returns its id. */
export async function issueInvoice(
  request: APIRequestContext,
  admin: SignedIn,
  due: { month: string; partyId: number },
): Promise<number> {
  const id = await makeDraft(request, admin, { side: 'receivable', ...due });
  const { payloadHash } = await call<{ payloadHash: string }>(request, admin, 'GET', `documents/${id}`);
  await call(request, admin, 'POST', `documents/${id}/propose`, { payloadHash });
  // The author of a document may not approve it.
  const approver = await newPerson(request, 'Management');
  await call(request, approver, 'POST', `approvals/documents/${id}`, { payloadHash, verdict: 'approved' });
  await call(request, admin, 'POST', `documents/${id}/issue`, { payloadHash });
  return id;
}
