/** Generated months over the server: closed, billed for everybody at once, credited in parts. Nothing is ever a cent off. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadDocument } from '@signpost/contract/calls/document-files.ts';
import * as calls from '@signpost/contract/calls/documents.ts';
import { creditDocument } from '@signpost/contract/calls/documents.ts';
import * as payments from '@signpost/contract/calls/payments.ts';
import { closePeriod } from '@signpost/contract/calls/payments.ts';
import { statsCall } from '@signpost/contract/calls/stats.ts';
import { addMonths } from '@signpost/contract/dates/dates.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { compareMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { roundingOf, roundMoney } from '@signpost/contract/money/rounding.ts';
import { placesOf, xmlProblem } from '@signpost/contract/reading/minor-units.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { buildExchangeRate } from '@signpost/testkit/factories.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../platform/rows.ts';
import { documentWorld } from './testing/world.ts';
import { verifyDocuments } from './verify.ts';

const world = await documentWorld();
const { author, db, drafts, tell, view, setNow } = world;
await buildExchangeRate(db, { currency: 'KWD', day: '2026-01-02', perEuro: '0.36', source: 'manual' });

/** Issues a document. Its XML is kept for `npm run en16931`, which names the folder. */
async function issue(id: number): Promise<void> {
  await world.issue(id);
  const folder = process.env.XML_FOLDER;
  if (folder === undefined) return;
  const { status, text } = await attempt(author, downloadDocument, { params: { id, form: 'xml' } });
  if (xmlProblem((await view(id)).currency) !== '') return;
  expect(status).toBe(200);
  await writeFile(join(folder, `${id}.xml`), text);
}

/** Amounts with six decimals, most of them positive. */
const amount = fc.integer({ min: -40_000_000, max: 900_000_000 }).map((units) => (units / 1_000_000).toFixed(6));
const factOf = fc.record({
  amount,
  day: fc.integer({ min: 1, max: 28 }),
  geoId: fc.constantFrom(12, 57),
  productId: fc.constantFrom(0, 1, 2),
  dealType: fc.constantFrom('CPA', 'CPL', 'RevShare', 'Flat'),
  isEarlier: fc.boolean(),
});
const partyOf = fc.record({
  /** Austria, Germany and Switzerland, as a business or a consumer. */
  geoId: fc.constantFrom(12, 57, 209),
  isConsumer: fc.boolean(),
  isSmallBusiness: fc.boolean(),
  hasVatId: fc.boolean(),
  currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'),
  facts: fc.array(factOf, { minLength: 1, maxLength: 9 }),
});
const generated = fc.record({
  partners: fc.array(partyOf, { minLength: 1, maxLength: 2 }),
  publishers: fc.array(partyOf, { minLength: 1, maxLength: 2 }),
  parts: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 2 }),
});
interface Party {
  geoId: number;
  isConsumer: boolean;
  isSmallBusiness: boolean;
  hasVatId: boolean;
  currency: string;
  facts: readonly {
    amount: string;
    day: number;
    geoId: number;
    productId: number;
    dealType: string;
    isEarlier: boolean;
  }[];
}

/** How amounts of a currency are rounded by our legal entity. */
const halfUp = (currency: string) => ({ mode: 'halfUp', places: placesOf(currency) }) as const;

let nextId = 20_000;
async function makeParty(table: 'partners' | 'publishers', party: Party): Promise<number> {
  nextId += 1;
  const vatId = party.hasVatId ? { 12: 'ATU12345678', 57: 'DE123456789', 209: null }[party.geoId] : null;
  const more =
    table === 'partners' ? { columns: sql`, partner_type_id`, values: sql`, 950` } : { columns: sql``, values: sql`` };
  await sql`INSERT INTO ${sql.table(table)} (id, name, currency, legal_name, street, postal_code, city, billing_geo_id, vat_id, tax_number,
      is_consumer, is_small_business${more.columns})
    VALUES (${nextId}, ${`Party ${nextId}`}, ${party.currency}, ${`Party ${nextId} Ltd`}, 'Street 1', '1010', 'City', ${party.geoId}, ${vatId ?? null}, '12 345/6789',
      ${party.isConsumer}, ${party.isSmallBusiness}${more.values})`.execute(db);
  return nextId;
}

/** The total that the statistics show for the same filter, up to the end of a month. */
async function cell(of: 'partner' | 'publisher', id: number, month: string): Promise<string> {
  const end = new Date(Date.parse(addMonths(`${month}-01`, 1)) - 86_400_000).toISOString().slice(0, 10);
  const ids = [metric.revenue.id, metric.publisherCost.id, metric.flatFeeCost.id];
  const query = {
    tab: 'global',
    dateRange: { start: '2024-01-01', end },
    filters: { [of]: [id] },
    columns: ids,
    levels: [{ type: of }],
  };
  const { body } = await attempt(author, statsCall({ path: 'statistics/tabs' }), { query });
  const { totals } = body.data as { totals: { stats: Record<string, string | null> } };
  const value = (metricId: number) => String(totals.stats[String(metricId)] ?? '0');
  return of === 'partner'
    ? value(metric.revenue.id)
    : sumMoney([value(metric.publisherCost.id), value(metric.flatFeeCost.id)]);
}

const countRow = z.object({ journals: z.number() });
/** How many journals do not add up to zero in each currency and in base currency. */
async function unbalanced(): Promise<number> {
  const rows = await readRows(
    db,
    countRow,
    sql`SELECT count(*)::integer AS journals FROM (
      SELECT journal_id FROM (SELECT journal_id, currency, sum(amount) AS amount FROM postings GROUP BY journal_id, currency) c
        WHERE amount <> 0
      UNION ALL SELECT journal_id FROM postings GROUP BY journal_id HAVING sum(base_amount) <> 0) wrong`,
  );
  return rows[0]?.journals ?? -1;
}

let month = '2026-10';

it('bills each cell of the statistics once and to the cent, after the month was closed, and credits exactly what was billed', async () => {
  await fc.assert(
    fc.asyncProperty(generated, async ({ partners, publishers, parts }) => {
      const earlier = addMonths(`${month}-01`, -1).slice(0, 7);
      const parties: { side: 'receivable' | 'payable'; partyId: number; currency: string }[] = [];
      const add = async (table: 'partners' | 'publishers', party: Party) => {
        const partyId = await makeParty(table, party);
        const isPartner = table === 'partners';
        parties.push({ side: isPartner ? 'receivable' : 'payable', partyId, currency: party.currency });
        await tell(
          party.facts.map(({ amount: exact, day, geoId, productId, dealType, isEarlier }) => ({
            at: `${isEarlier ? earlier : month}-${String(day).padStart(2, '0')}T12:00:00.000Z`,
            geoId,
            productId,
            dealType,
            currency: party.currency,
            amount: exact,
            ...(isPartner
              ? { partnerId: partyId, revenue: exact }
              : { publisherId: partyId, [dealType === 'Flat' ? 'flatFeeCost' : 'publisherCost']: exact }),
          })),
        );
      };
      for (const party of partners) await add('partners', party);
      for (const party of publishers) await add('publishers', party);
      expect((await attempt(author, closePeriod, { body: { month } })).status).toBe(200);

      const made = await drafts({ legalEntityId: 1, month, beginsWith: earlier, items: parties });
      for (const { documentId, side, partyId, currency, problem } of made) {
        const shown = await cell(side === 'receivable' ? 'partner' : 'publisher', partyId, month);
        if (documentId === null) {
          // An id is missing, corrections exceed what is due, or it rounds to nothing.
          const isRefused = problem.includes('has no VAT id of the right format');
          expect([problem, isRefused || compareMoney(roundMoney(shown, halfUp(currency)), '0') <= 0]).toEqual([
            problem,
            true,
          ]);
          continue;
        }
        const { payload } = await view(documentId);
        expect(compareMoney(payload.statistics.base, shown)).toBe(0);
        for (const group of payload.groups) expect(group.net).toBe(roundMoney(group.exact, roundingOf(payload)));
        expect(compareMoney(sumMoney(payload.groups.map(({ exact }) => exact)), shown)).toBe(0);
        const { net, vat, total } = payload.totals;
        expect(compareMoney(sumMoney(payload.lines.map((line) => line.net)), net)).toBe(0);
        expect(compareMoney(sumMoney([net, vat]), total)).toBe(0);
        await issue(documentId);
        await creditInParts(documentId, parts);
      }
      for (const { side, partyId } of parties) {
        const due = await call(author, calls.listDue, { query: { side, month } });
        const open = made.find((one) => one.side === side && one.partyId === partyId);
        // Facts of a month that was closed before count on the day they became known, which is after this month.
        const isNothingYet =
          compareMoney(await cell(side === 'receivable' ? 'partner' : 'publisher', partyId, month), '0') === 0;
        expect(due.some((one) => one.partyId === partyId)).toBe(open?.documentId === null && !isNothingYet);
        const query = { from: '2026-01-01', to: '2028-12-31' };
        for (const { closing } of await call(author, payments.readStatement, { params: { side, partyId }, query }))
          expect(compareMoney(closing, '0')).toBe(0);
      }
      expect(await unbalanced()).toBe(0);
      // The next world is the month after.
      const next = addMonths(`${month}-01`, 1);
      month = next.slice(0, 7);
      await setNow(`${addMonths(next, 1).slice(0, 7)}-05T10:00:00Z`);
    }),
    { numRuns: thorough(2, 12), endOnFailure: true },
  );
  expect((await verifyDocuments(db)).problems).toEqual([]);
});

/** Credits an invoice completely, in parts of so many percent of what is left, and compares the sums. */
async function creditInParts(id: number, parts: readonly number[]): Promise<void> {
  const { payload } = await view(id);
  let left = payload.totals;
  for (const percent of [...parts, null]) {
    const { creditable } = await view(id);
    // A part of 100 percent leaves nothing for the last note.
    if (creditable.every((line) => compareMoney(line.left, '0') === 0)) break;
    const lines = creditable.map(({ position, left: most }) => ({
      position,
      amount: percent === null ? most : roundMoney(String((Number(most) * percent) / 100), roundingOf(payload)),
    }));
    const answer = await attempt(author, creditDocument, { params: { id }, body: { lines, reason: 'Everything' } });
    // A part can come to nothing, or to less than nothing where lines have different signs.
    if (answer.status === 400 && percent !== null) continue;
    expect([answer.status, answer.body.errors ?? []]).toEqual([201, []]);
    const note = answer.body.data.id;
    await issue(note);
    const { totals } = (await view(note)).payload;
    left = {
      net: subtractMoney(left.net, totals.net),
      vat: subtractMoney(left.vat, totals.vat),
      total: subtractMoney(left.total, totals.total),
    };
  }
  expect([left.net, left.vat, left.total].map(Number)).toEqual([0, 0, 0]);
  expect(await view(id)).toMatchObject({ state: 'credited', open: roundMoney('0', roundingOf(payload)) });
}
