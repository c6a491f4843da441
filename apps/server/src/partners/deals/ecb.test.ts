import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testApp } from '@signpost/testkit/app.ts';
import { buildExchangeRate } from '@signpost/testkit/factories.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { readRate } from '../../money/documents/rules.ts';
import { createLog } from '../../platform/log.ts';
import { outgoing } from '../../platform/outgoing.ts';
import { workRuns } from '../../workplace/runs/work.ts';
import { readEcbRates } from './ecb.ts';
import { storePackageRates } from './package-rates.ts';
import { planRates, ratesRun } from './published-rates.ts';

/** As https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml writes it. */
const fileOf = (days: Readonly<Record<string, Readonly<Record<string, string>>>>): string =>
  `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube>${Object.entries(
    days,
  )
    .map(
      ([day, rates]) =>
        `<Cube time="${day}">${Object.entries(rates)
          .map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate}"/>`)
          .join('')}</Cube>`,
    )
    .join('')}</Cube></gesmes:Envelope>`;

const TODAY = '2026-11-20';
const week = fileOf({
  '2026-11-20': { USD: '1.1532', JPY: '180.45', GBP: '0.88013' },
  '2026-11-19': { USD: '1.1519', JPY: '181.20', GBP: '0.88050' },
});

describe('A file of the European Central Bank', () => {
  it('gives each rate with its day of publication, in either form of its quotes', () => {
    expect(readEcbRates(week, TODAY)).toHaveLength(6);
    expect(readEcbRates(week.replaceAll('"', "'"), TODAY)[0]).toEqual({
      currency: 'USD',
      day: '2026-11-20',
      perEuro: '1.1532',
    });
  });

  it('gives back every rate that was written into it', () => {
    const rate = fc.integer({ min: 1, max: 999_999_999 }).map((units) => (units / 10_000).toFixed(4));
    const days = fc.dictionary(
      fc
        .date({ min: new Date('2020-01-01'), max: new Date(TODAY), noInvalidDate: true })
        .map((at) => at.toISOString().slice(0, 10)),
      fc.dictionary(fc.constantFrom('USD', 'JPY', 'GBP', 'CHF', 'TRY'), rate, { minKeys: 1 }),
      { minKeys: 1, maxKeys: 6 },
    );
    fc.assert(
      fc.property(days, (given) => {
        const byDay = Map.groupBy(readEcbRates(fileOf(given), TODAY), ({ day }) => day);
        const read = Object.fromEntries(
          [...byDay].map(([day, rates]) => [
            day,
            Object.fromEntries(rates.map(({ currency, perEuro }) => [currency, perEuro])),
          ]),
        );
        expect(read).toEqual(Object.fromEntries(Object.entries(given).map(([day, rates]) => [day, { ...rates }])));
      }),
      { numRuns: thorough(40, 500) },
    );
  });

  it.each([
    ['a part of the file', week.slice(0, -40), /not complete XML/],
    ['a web page', '<html><body>Service unavailable</body></html>', /no rates/],
    ['an empty answer', '', /no rates/],
    ['rates of another vocabulary', week.replace('2002-08-01/eurofxref', '2002-08-01/other'), /no rates/],
    ['a day in the future', fileOf({ '2026-11-23': { USD: '1.1' } }), /cannot have been published yet/],
    ['a day that does not exist', fileOf({ '2026-02-30': { USD: '1.1' } }), /is not a day/],
    ['a rate without a day', week.replace(' time="2026-11-20"', ''), /has no day/],
    ['a rate of zero', fileOf({ [TODAY]: { USD: '0.0' } }), /not a rate of USD/],
    ['a negative rate', fileOf({ [TODAY]: { USD: '-1.1' } }), /not a rate of USD/],
    ['a rate that was not published', fileOf({ [TODAY]: { USD: 'N/A' } }), /not a rate of USD/],
    ['a code that is no currency', fileOf({ [TODAY]: { dollar: '1.1' } }), /not a currency/],
    ['two rates of a day', week.replace('2026-11-19', '2026-11-20'), /two rates/],
    ['definitions of entities', week.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'), /document type/],
  ])('is refused as a whole for %s', (_what, file, problem) => {
    expect(() => readEcbRates(file, TODAY)).toThrow(problem);
  });
});

describe('Fetching exchange rates', async () => {
  const { db } = await testApp();
  const log = createLog({ level: 'silent', name: 'test' });
  let answer: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: week };
  const server = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'text/xml', ...answer.headers }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/eurofxref.xml`;
  const work = async (ratesUrl: string | undefined = address, allowPrivate = true) =>
    await workRuns(
      { db, log },
      [ratesRun({ send: outgoing({ allowPrivate }), ratesUrl })],
      new AbortController().signal,
    );
  const lastRun = async () =>
    await db
      .selectFrom('runs')
      .selectAll()
      .where('kind', '=', 'exchangeRates')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  const ratesOf = async (currency: string) =>
    (
      await sql<{
        day: string;
        perEuro: string;
        source: string;
      }>`SELECT day::text AS day, trim_scale(per_euro)::text AS per_euro, source
        FROM exchange_rates WHERE currency = ${currency} AND day >= '2026-11-16' AND archived_at IS NULL ORDER BY day`.execute(
        db,
      )
    ).rows;
  /** Makes the last run due now, as it is at its hour or after the pause before another attempt. */
  const dueNow = async (attempt?: number) =>
    await sql`UPDATE runs SET next_try_at = now(), attempt = coalesce(${attempt ?? null}, attempt) WHERE state = 'waiting'`.execute(
      db,
    );
  let asked = 20;
  /** A new run that is due; each has a day of its own. */
  const ask = async () => {
    asked += 1;
    await planRates(db, new Date(`2026-12-${asked}T12:00:00Z`));
    await dueNow();
  };

  it('stores source, day of publication and time, keeps what staff entered, and replaces packaged rates', async () => {
    await storePackageRates(db);
    await buildExchangeRate(db, { currency: 'USD', day: '2026-11-20', perEuro: '1.1', source: 'package' });
    await buildExchangeRate(db, { currency: 'GBP', day: '2026-11-20', perEuro: '0.9', source: 'manual' });
    expect(await planRates(db, new Date('2026-11-20T09:00:00Z'))).toBe(true);
    expect(await planRates(db, new Date('2026-11-20T10:00:00Z'))).toBe(false);
    await dueNow();
    await work();
    expect(await lastRun()).toMatchObject({ state: 'succeeded', rows: 5, ownerId: null });
    expect(await ratesOf('USD')).toEqual([
      { day: '2026-11-19', perEuro: '1.1519', source: 'ecb' },
      { day: '2026-11-20', perEuro: '1.1532', source: 'ecb' },
    ]);
    expect((await ratesOf('GBP'))[1]).toEqual({ day: '2026-11-20', perEuro: '0.9', source: 'manual' });
    const weekend = await readRate(db, { currency: 'USD', to: 'EUR', day: '2026-11-22' });
    expect(weekend).toMatchObject({ publishedOn: '2026-11-20', agreedOn: '2026-11-22', source: 'ecb' });
    expect(Date.now() - Date.parse(weekend.fetchedAt ?? '')).toBeLessThan(60_000);
    expect(await readRate(db, { currency: 'USD', to: 'EUR', day: '2026-11-19' })).toMatchObject({
      publishedOn: '2026-11-19',
    });
  });

  it('is in the ledger before it is due, at half past four in Frankfurt', async () => {
    await planRates(db, new Date('2026-11-21T09:00:00Z'));
    expect(await lastRun()).toMatchObject({
      key: 'exchange rates 2026-11-21',
      state: 'waiting',
      expectedAt: new Date('2026-11-21T15:30:00Z'),
    });
    await dueNow();
    await work();
    expect(await lastRun()).toMatchObject({ state: 'succeeded', rows: 0 });
  });

  it.each([
    ['an error of the server', { status: 503, body: '' }, /answers with 503/],
    [
      'a redirect, which is not followed',
      { status: 302, body: '', headers: { location: 'http://example.com/' } },
      /answers with 302/,
    ],
    ['half a file', { status: 200, body: week.slice(0, 600) }, /not complete XML/],
  ])('tries again after %s, and then says why nothing was stored', async (_what, given, problem) => {
    const before = await ratesOf('USD');
    answer = given;
    await ask();
    await work();
    expect(await lastRun()).toMatchObject({ state: 'waiting', attempt: 1 });
    await dueNow(4);
    await work();
    const run = await lastRun();
    expect(run).toMatchObject({ state: 'failed', attempt: 5 });
    expect(run.problem).toMatch(problem);
    expect(run.problem).toMatch(/last rates that are known still apply/);
    expect(await ratesOf('USD')).toEqual(before);
    answer = { status: 200, body: week };
  });

  it('refuses an address in a private network and says that no address is set', async () => {
    await ask();
    await dueNow(4);
    await work(address, false);
    expect((await lastRun()).problem).toMatch(/leads into a private network/);
    await ask();
    await sql`UPDATE runs SET attempt = 0 WHERE state = 'waiting'`.execute(db);
    const without = ratesRun({ send: outgoing({ allowPrivate: true }), ratesUrl: undefined });
    await workRuns({ db, log }, [without], new AbortController().signal);
    expect((await lastRun()).problem).toMatch(/packaged table applies/);
  });
});
