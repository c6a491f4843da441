import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/api.ts';
import type { GamblingImport, ImportMapping } from '@signpost/contract/records/gambling-import.ts';
import { testApp } from '@signpost/testkit/app.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { shipOutbox } from '../../../conversions/ship/outbox.ts';
import { newId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import { textOf } from './file.ts';
import { dayOf, numberOf } from './rows.ts';
import { workOnce } from './work.ts';

const world = await testApp();
const admin = await world.signIn('Admin');
const seo = await world.signIn('Seo User');
const log = createLog({ level: 'silent', name: 'test' });
const work = async () => {
  while (await workOnce({ db: world.db, log }));
};
const partner = async () => {
  const body = { name: newId(), partnerTypeId: 105, status: 'active', currency: 'EUR', timeZone: 'UTC' };
  return ((await admin('POST', '/api/partners', body)).body.data as { id: number }).id;
};

/** Uploads as a browser does. */
async function upload(partnerId: number, file: string | Buffer, token = admin.token) {
  const form = new FormData();
  form.append('partnerId', String(partnerId));
  form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), 'march.csv');
  const encoded = new Response(form);
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/gambling-imports',
    headers: {
      authorization: `Bearer ${token}`,
      [TICKET_HEADER]: TICKET_VALUE,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  const { data, errors = [] } = answer.json() as { data: GamblingImport; errors?: { message: string }[] };
  return { status: answer.statusCode, data, message: errors[0]?.message ?? '' };
}
const seen = async (id: number) => (await admin('GET', `/api/gambling-imports/${id}/file`)).body.data as GamblingImport;
async function check(one: GamblingImport, change: Partial<ImportMapping> = {}) {
  const answer = await admin('POST', `/api/gambling-imports/${one.id}/check`, { ...one.mapping, ...change });
  expect(answer.status).toBe(200);
  await work();
  return await seen(one.id);
}
const HEADER = 'Date,Country,Signups,FTD,Commission';
const totals = async (partnerId: number) => {
  await shipOutbox({ db: world.db, clickhouse: world.databases.clickhouse, log }, true);
  const rows = await world.databases.clickhouse.query(
    'SELECT sum(leads) AS leads, sum(first_deposits) AS ftd, toString(sum(revenue)) AS revenue FROM facts WHERE partner_id = {partnerId:UInt64}',
    { partnerId },
    { parse: (row) => ({ leads: Number(row.leads), ftd: Number(row.ftd), revenue: Number(row.revenue) }) },
  );
  return rows[0];
};

describe('an import', () => {
  it('guesses the columns, tries first, takes the good rows, remembers, and can be taken back whole', async () => {
    const partnerId = await partner();
    const file = `${HEADER}\n2026-03-01,Austria,5,2,100.50\n2026-03-01,AT,5,2,100.50\n2026-13-01,AT,1,0,0\n2026-03-02,Nowhere,1,0,0\n2026-03-03,at,x,0,1\n2026-03-04,de,3,1,"1,000.25"\n`;
    const { status, data } = await upload(partnerId, file);
    expect([status, data.rowsTotal]).toEqual([201, 6]);
    expect(data.mapping.columns).toEqual({
      day: 'Date',
      geo: 'Country',
      registrations: 'Signups',
      firstDeposits: 'FTD',
      revenue: 'Commission',
    });
    expect(await totals(partnerId)).toMatchObject({ leads: 0 });
    const checked = await check(data);
    expect(checked).toMatchObject({ state: 'checked', rowsGood: 2, rowsBad: 4 });
    expect(checked.errors.map(({ row, column }) => [row, column])).toEqual([
      [3, ''],
      [4, 'Date'],
      [5, 'Country'],
      [6, 'Signups'],
    ]);
    expect(await totals(partnerId)).toMatchObject({ leads: 0 });

    const whole = await admin('POST', `/api/gambling-imports/${data.id}/import`, { onlyGood: false });
    expect(whole).toMatchObject({ status: 400, body: { errors: [{ path: 'onlyGood' }] } });
    expect((await admin('POST', `/api/gambling-imports/${data.id}/import`, { onlyGood: true })).status).toBe(200);
    await work();
    expect(await seen(data.id)).toMatchObject({ state: 'imported', rowsGood: 2 });
    expect(await totals(partnerId)).toEqual({ leads: 8, ftd: 3, revenue: 1100.75 });
    const { body: list } = await admin('GET', `/api/gambling-stats?filters[importId][]=${data.id}`);
    expect(list.meta.total).toBe(2);

    const again = await upload(partnerId, file);
    expect(again.data.mapping).toEqual(data.mapping);
    expect(await check(again.data)).toMatchObject({ rowsGood: 0, rowsBad: 6 });

    expect((await admin('POST', `/api/gambling-imports/${data.id}/undo`, { because: 'wrong month' })).status).toBe(200);
    expect(await totals(partnerId)).toEqual({ leads: 0, ftd: 0, revenue: 0 });
    expect((await admin('POST', `/api/gambling-imports/${data.id}/undo`, { because: 'again' })).status).toBe(400);
    expect(await check(again.data)).toMatchObject({ rowsGood: 2 });
  });

  it.each([
    [
      'semicolons, Windows-1252, commas in numbers',
      Buffer.from('Datum;Country;Commission\n01.03.2026;\xd6sterreich;1.234,50\n', 'latin1'),
      1,
    ],
    [
      'tabs and UTF-16',
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('Date\tCountry\tCommission\n2026-03-01\tAT\t1\n', 'utf16le'),
      ]),
      1,
    ],
    ['a byte order mark and blank lines', '\ufeffDate,Country,Commission\n\n2026-03-01,AT,1\n\n', 1],
    ['a formula in a cell', 'Date,Country,Commission\n2026-03-01,"=cmd|\'/c calc\'!A1",1\n', 1],
  ])('reads %s', async (_, file, rows) => {
    const { status, data } = await upload(await partner(), file);
    expect([status, data.rowsTotal, data.columns.length]).toEqual([201, rows, 3]);
  });

  it('reads numbers and dates as the mapping says', async () => {
    const { data } = await upload(await partner(), Buffer.from('Datum;Commission\n01.03.2026;1.234,50\n', 'latin1'));
    const checked = await check(data, { dateFormat: 'DD.MM.YYYY', decimalComma: true });
    expect(checked).toMatchObject({ rowsGood: 1, rowsBad: 0 });
    expect(dayOf('3/1/2026', 'MM/DD/YYYY')).toBe('2026-03-01');
    expect(dayOf('30.02.2026', 'DD.MM.YYYY')).toBeNull();
    expect(numberOf('€ 1 234,5', true)).toBe('1234.5');
  });

  it.each([
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]), /it is not text/],
    ['prose', 'Dear partner\nhere are the numbers\n', /no commas, semicolons/],
    ['an open quotation mark', 'a,b\n"1,2\n3,4\n', /never closed/],
    ['nothing', '', /no commas/],
    ['a header alone', 'Date,Revenue\n', /no rows/],
    ['two columns of one name', 'Date,Date\n1,2\n', /Two columns/],
  ])('refuses %s with what is wrong', async (_, file, message) => {
    const answer = await upload(await partner(), file);
    expect(answer.status).toBe(400);
    expect(answer.message).toMatch(message);
  });

  it('is for those who may open its screen, and for partners that exist', async () => {
    expect((await upload(await partner(), 'a,b\n1,2\n', seo.token)).status).toBe(403);
    expect((await upload(999_999, 'a,b\n1,2\n')).status).toBe(400);
    expect((await admin('POST', '/api/gambling-imports', {})).status).toBe(400);
  });

  it('is taken up again when its worker died half-way, and happens once', async () => {
    const partnerId = await partner();
    const { data } = await upload(partnerId, `${HEADER}\n2026-03-01,AT,5,2,10\n`);
    await check(data);
    await admin('POST', `/api/gambling-imports/${data.id}/import`, { onlyGood: false });
    // A worker took it and is gone: nobody else touches it until the lease is over.
    await sql`UPDATE gambling_import_files SET taken_until = now() + interval '1 hour' WHERE import_id = ${data.id}`.execute(
      world.db,
    );
    expect(await workOnce({ db: world.db, log })).toBe(false);
    await sql`UPDATE gambling_import_files SET taken_until = now() - interval '1 second' WHERE import_id = ${data.id}`.execute(
      world.db,
    );
    await Promise.all([work(), work()]);
    expect(await totals(partnerId)).toEqual({ leads: 5, ftd: 2, revenue: 10 });
  });

  it('takes 100 000 rows, and tells how far it has come', async () => {
    const partnerId = await partner();
    const geos = ['AT', 'DE', 'CH', 'SE', 'NO', 'FI', 'NL', 'GB', 'FR', 'ES'];
    const lines = Array.from({ length: 100_000 }, (_, at) => {
      const day = new Date(Date.UTC(2000, 0, 1 + Math.floor(at / 10))).toISOString().slice(0, 10);
      return `${day},${geos[at % 10]},1,0,0.01`;
    });
    const { data } = await upload(partnerId, [HEADER, ...lines].join('\n'));
    const checked = await check(data);
    expect([checked.rowsGood + checked.rowsBad, checked.rowsDone]).toEqual([100_000, 100_000]);
    expect(checked.rowsGood).toBe(100_000);
    await admin('POST', `/api/gambling-imports/${data.id}/import`, { onlyGood: false });
    const onItsWay = async () => {
      for (let one = await seen(data.id); one.state === 'importing'; one = await seen(data.id))
        if (one.rowsDone > 0 && one.rowsDone < 100_000) return true;
      return false;
    };
    const [, told] = await Promise.all([work(), onItsWay()]);
    expect(await seen(data.id)).toMatchObject({ state: 'imported', problem: null });
    expect(told).toBe(true);
    const { rows } = await sql<{ facts: number }>`SELECT count(*)::integer AS facts FROM fact_outbox o
      JOIN gambling_stats s ON o.origin = 'gambling ' || s.id WHERE s.import_id = ${data.id}`.execute(world.db);
    expect(rows[0]?.facts).toBe(200_000);
  }, 120_000);
});

it('turns any bytes into text or a refusal, never an error of ours', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      try {
        expect(typeof textOf(Buffer.from(bytes))).toBe('string');
      } catch (error) {
        expect(error).toMatchObject({ code: 'VALIDATION' });
      }
    }),
  );
});
