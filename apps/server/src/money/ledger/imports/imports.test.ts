import { gzipSync } from 'node:zlib';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import {
  checkGamblingImport,
  showGamblingImport,
  startGamblingImport,
  undoGamblingImport,
  uploadGamblingFile,
} from '@signpost/contract/calls/ledger.ts';
import { cancelRun, readRun, runAgain } from '@signpost/contract/calls/runs.ts';
import { gamblingStat } from '@signpost/contract/entities/gambling-stat.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { GamblingImport, ImportMapping } from '@signpost/contract/records/gambling-import.ts';
import type { Run } from '@signpost/contract/workplace/jobs/runs.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { z } from 'zod';
import { shipOutbox } from '../../../partners/conversions/ship/outbox.ts';
import { newId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import { readRow } from '../../../platform/rows.ts';
import { textOf } from '../../../platform/uploaded-text.ts';
import { workRuns } from '../../../workplace/runs/work.ts';
import { partnerFiguresRun } from './work.ts';

const gamblingStatCalls = entityCalls(gamblingStat);
const partnerCalls = entityCalls(entities.partner);

const world = await testApp();
const admin = await world.signIn('Admin');
const seo = await world.signIn('Seo User');
const log = createLog({ level: 'silent', name: 'test' });
const kinds = [partnerFiguresRun({ db: world.db })];
const work = () => workRuns({ db: world.db, log }, kinds, new AbortController().signal);
const runRow = z.object({ id: z.number(), state: z.string() });
const runOf = (importId: number) =>
  readRow(
    world.db,
    runRow,
    sql`SELECT id, state FROM runs WHERE (input->>'importId')::bigint = ${importId} ORDER BY id DESC LIMIT 1`,
  );
const partner = async () => {
  const body = { name: newId(), partnerTypeId: 105, status: 'active', currency: 'EUR', timeZone: 'UTC' };
  return (await call(admin, partnerCalls.create, { body })).id;
};

/** Uploads as a browser does. */
async function upload(partnerId: number, file: string | Buffer, by = admin, headerRow = '') {
  const form = new FormData();
  form.append('partnerId', String(partnerId));
  if (headerRow !== '') form.append('headerRow', headerRow);
  form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), 'march.csv');
  const { status, body } = await attempt(by, uploadGamblingFile, { body: form });
  return { status, data: body.data, message: body.errors?.[0]?.message ?? '' };
}
const seen = async (id: number) => await call(admin, showGamblingImport, { params: { id } });
async function check(one: GamblingImport, change: Partial<ImportMapping> = {}) {
  const answer = await attempt(admin, checkGamblingImport, {
    params: { id: one.id },
    body: { ...one.mapping, ...change },
  });
  expect(answer.status).toBe(200);
  await work();
  return await seen(one.id);
}
/** The number of rows of a large file. */
const ROWS = thorough(20_000, 100_000);
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

/** The form of a partner's file → what the check shows of it. */
const FORMS: [form: string, file: string | Buffer, found: Partial<GamblingImport>][] = [
  ['sep=', 'sep=;\nDate;FTD;Revenue\n2026-10-01;3;100,50\n', { rowsGood: 1, warnings: [] }],
  [
    'titles, blank lines and a total',
    'Affiliate report;;\nPeriod: 1 Oct, 2026;;\n\nDate;FTD;Revenue;\n2026-10-01;3;100,50;\n\nTotal;3;100,50;\n',
    {
      rowsGood: 1,
      columns: ['Date', 'FTD', 'Revenue'],
      warnings: [
        { row: 1, column: '', message: 'No row of the table, left out: “Affiliate report”.' },
        { row: 2, column: '', message: 'No row of the table, left out: “Period: 1 Oct, 2026”.' },
        { row: 7, column: '', message: 'No row of the table, left out: “Total 3 100,50”.' },
      ],
    },
  ],
  [
    'a short row',
    'Date,Registrations,FTD,Deposits,Revenue\n2026-10-27,5,2\n',
    {
      rowsGood: 1,
      warnings: [
        { row: 2, column: 'Deposits', message: 'The row has 3 cells, the header 5: Deposits, Revenue count as 0.' },
      ],
    },
  ],
  ['gzip', gzipSync('Date;FTD;Revenue\n2026-10-01;3;100,50\n'), { rowsGood: 1, warnings: [] }],
  [
    'numbers with contradictory marks',
    'Date;FTD;Revenue\n2026-10-01;3;1.250,75\n2026-10-02;3;1,250.75\n2026-10-03;3;1,250\n',
    {
      rowsGood: 2,
      errors: [{ row: 4, column: 'Revenue', message: '“1,250” can mean 1250 or 1.250. Choose the decimal mark.' }],
    },
  ],
  [
    'errors of a spreadsheet',
    'Date,FTD,Revenue\n2026-10-01,3,#N/A\n2026-10-02,3,5\n',
    {
      rowsGood: 1,
      rowsBad: 1,
      errors: [{ row: 2, column: 'Revenue', message: '“#N/A” is not a number that can be read.' }],
    },
  ],
  [
    'a count with a fraction',
    'Date,FTD,Revenue\n2026-10-01,1.5,10\n2026-10-02,"1,234.00",5\n',
    {
      rowsGood: 1,
      rowsBad: 1,
      errors: [{ row: 2, column: 'FTD', message: 'Enter a whole number.' }],
    },
  ],
  [
    'other names of its geos',
    'Date,Geo,Revenue\n2026-10-01,UK,1\n2026-10-01,AUT,2\n2026-10-01,Deutschland,4\n',
    { rowsGood: 3, errors: [] },
  ],
  [
    'a currency in the name of its amounts',
    'Date;Revenue (USD)\n2026-10-01;100\n',
    { rowsGood: 1, mapping: expect.objectContaining({ currency: 'USD' }) },
  ],
  [
    'a currency in the name of its amounts and another in a row',
    'Date;Revenue (USD);Currency\n2026-10-01;100;EUR\n2026-10-02;100;US$\n',
    {
      rowsGood: 1,
      errors: [{ row: 2, column: 'Revenue (USD)', message: 'The name of the column says USD, the row is in EUR.' }],
    },
  ],
  [
    'texts that its program has marked',
    `Date,FTD,Revenue\n="2026-10-01",'3,="100.5"\n`,
    { rowsGood: 1, summary: expect.objectContaining({ from: '2026-10-01' }) },
  ],
];

it.each(FORMS)('reads a file with %s, and says of it what it left out', async (_form, file, found) => {
  const { data } = await upload(await partner(), file);
  expect(await check(data)).toMatchObject(found);
});

it('keeps the first row of a file that does not name its columns', async () => {
  const { data } = await upload(await partner(), '2026-10-01,5.00\n2026-10-02,6.00\n');
  expect(data).toMatchObject({ columns: ['Column 1', 'Column 2'], detected: { headerRow: 0 } });
  expect(await check(data, { columns: { day: 'Column 1', revenue: 'Column 2' } })).toMatchObject({
    rowsGood: 2,
    summary: { from: '2026-10-01', sums: [{ revenue: '11' }] },
    warnings: [{ row: 1, message: 'The file does not name its columns, so the first row is data.' }],
  });
});

it('names the sheets of a workbook that are not read', async () => {
  const rows = [['Date', 'Revenue'].map((value) => ({ value })), [{ value: '2026-10-01' }, { value: 5 }]];
  const file = await writeXlsxFile([
    { data: rows, sheet: 'October' },
    { data: rows, sheet: 'November' },
  ]).toBuffer();
  const { data } = await upload(await partner(), file);
  expect((await check(data)).warnings).toEqual([
    { row: 1, column: '', message: 'Other sheets of the workbook are not read: “November”.' },
  ]);
});

it('reads a workbook with days, numbers and titles', async () => {
  const bold = (value: string) => ({ value, type: String });
  const day = { value: new Date('2026-10-01T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' };
  const file = await writeXlsxFile([
    [bold('Affiliate report')],
    [bold('Date'), bold('FTD'), bold('Revenue')],
    [day, { value: 3, type: Number }, { value: 100.5, type: Number }],
    [bold('Total'), { value: 3, type: Number }, { value: 100.5, type: Number }],
  ]).toBuffer();
  const { data } = await upload(await partner(), file);
  const checked = await check(data);
  expect(checked).toMatchObject({ rowsGood: 1, rowsBad: 0 });
  expect(checked.summary).toMatchObject({ from: '2026-10-01', sums: [{ firstDeposits: 3, revenue: '100.5' }] });
  expect(checked.warnings.map(({ row }) => row)).toEqual([1, 4]);
});

describe('the line with the columns’ names', () => {
  // The second line has the names that are known, but it belongs to the legend of the report.
  const file = 'Legend\nDate,FTD,Revenue\n\nTag,Neukunden,Anteil\n2026-10-01,3,100.50\n2026-10-02,1,20\n';

  it('is the one that a person has chosen, from the check to the import', async () => {
    const partnerId = await partner();
    expect((await upload(partnerId, file)).data.columns).toEqual(['Date', 'FTD', 'Revenue']);
    const { data } = await upload(partnerId, file, admin, '4');
    expect(data).toMatchObject({ columns: ['Tag', 'Neukunden', 'Anteil'], rowsTotal: 2, detected: { headerRow: 4 } });
    const columns = { day: 'Tag', firstDeposits: 'Neukunden', revenue: 'Anteil' };
    const checked = await check(data, { columns });
    expect(checked).toMatchObject({ rowsGood: 2, rowsBad: 0 });
    expect(checked.warnings.map(({ row }) => row)).toEqual([1, 2]);
    expect(
      (await attempt(admin, startGamblingImport, { params: { id: data.id }, body: { onlyGood: false } })).status,
    ).toBe(200);
    await work();
    expect(await totals(partnerId)).toEqual({ leads: 0, ftd: 4, revenue: 120.5 });
  });

  it.each(['3', '99', '-1', '1.5', 'four'])('is refused with a sentence where it is %s', async (row) => {
    const { status, message } = await upload(await partner(), file, admin, row);
    expect(status).toBe(400);
    expect(message).toMatch(
      /^(Line \d+ of the file is empty or missing|Give the number of a line, from 1 to 1000, or 0 for a file without names of columns)\.$/,
    );
  });
});

describe('rows of the same day, geo and source', () => {
  const file = `${HEADER}\n2026-03-01,AT,5,2,100.50\n2026-03-02,AT,1,0,0.25\n2026-03-01,Austria,4,1,0.1\n2026-03-01,,7,0,1\n2026-03-01,at,1,1,-50.6\n`;

  it('are added up where the person says so, and the choice is remembered for the partner', async () => {
    const partnerId = await partner();
    const { data } = await upload(partnerId, file);
    expect(data.mapping.addsUp).toBe(false);
    const checked = await check(data, { addsUp: true });
    expect(checked).toMatchObject({ rowsGood: 3, rowsBad: 0, rowsTotal: 5 });
    expect(checked.warnings).toEqual([
      {
        row: 4,
        column: '',
        message: 'This row and 1 other below are added to the first row of the same day, geo and source.',
      },
    ]);
    expect(checked.summary?.sums).toMatchObject([{ rows: 3, registrations: 18, firstDeposits: 4, revenue: '51.25' }]);
    expect(
      (await attempt(admin, startGamblingImport, { params: { id: data.id }, body: { onlyGood: false } })).status,
    ).toBe(200);
    await work();
    expect(await totals(partnerId)).toEqual({ leads: 18, ftd: 4, revenue: 51.25 });
    const { body } = await attempt(admin, gamblingStatCalls.list, { query: { filters: { importId: [data.id] } } });
    expect(body.data).toContainEqual(expect.objectContaining({ registrations: 10, firstDeposits: 4, revenue: '50' }));
    expect((await upload(partnerId, file)).data.mapping.addsUp).toBe(true);
  });

  it('are refused otherwise, and where they are in another currency or their sum is too large', async () => {
    const { data } = await upload(await partner(), file);
    expect(await check(data)).toMatchObject({ rowsGood: 3, rowsBad: 2 });
    const mixed = await upload(
      await partner(),
      'Day,FTD,Revenue,Currency\n2026-03-01,1,10,EUR\n2026-03-01,1,10,USD\n2026-03-02,9000000,1,EUR\n2026-03-02,9000000,1,EUR\n',
    );
    const { errors, rowsGood } = await check(mixed.data, { addsUp: true });
    expect(rowsGood).toBe(2);
    expect(errors.map(({ row, message }) => [row, message])).toEqual([
      [3, 'Row 2 of the same day, geo and source is in EUR.'],
      [5, 'Together with row 4 a figure is too large.'],
    ]);
  });
});

describe('An import', () => {
  it('guesses the columns, previews the result, imports the valid rows, remembers the mapping, and can be reversed completely', async () => {
    const partnerId = await partner();
    const file = `${HEADER}\n2026-03-01,Austria,5,2,100.50\n2026-03-01,AT,5,2,100.50\n2026-13-01,AT,1,0,0\n2026-03-02,Nowhere,1,0,0\n2026-03-03,at,x,0,1\n2026-03-04,de,3,1,"1,000.25"\n`;
    const { status, data } = await upload(partnerId, file);
    expect([status, data.rowsTotal, data.state]).toEqual([201, 6, 'uploaded']);
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
    const sums = { registrations: 8, firstDeposits: 3, deposits: 0, depositAmount: '0', revenue: '1100.75' };
    expect(checked.summary).toEqual({
      from: '2026-03-01',
      to: '2026-03-04',
      sums: [{ currency: 'EUR', rows: 2, ...sums }],
    });
    expect(checked.errors.map(({ row, column }) => [row, column])).toEqual([
      [3, ''],
      [4, 'Date'],
      [5, 'Country'],
      [6, 'Signups'],
    ]);
    expect(await totals(partnerId)).toMatchObject({ leads: 0 });

    const whole = await attempt(admin, startGamblingImport, { params: { id: data.id }, body: { onlyGood: false } });
    expect(whole).toMatchObject({ status: 400, body: { errors: [{ path: 'onlyGood' }] } });
    expect(
      (await attempt(admin, startGamblingImport, { params: { id: data.id }, body: { onlyGood: true } })).status,
    ).toBe(200);
    await work();
    expect(await seen(data.id)).toMatchObject({ state: 'imported', rowsGood: 2 });
    expect(await totals(partnerId)).toEqual({ leads: 8, ftd: 3, revenue: 1100.75 });
    const { body: list } = await attempt(admin, gamblingStatCalls.list, {
      query: { filters: { importId: [data.id] } },
    });
    expect(list.meta.total).toBe(2);

    const again = await upload(partnerId, file);
    expect(again.data.mapping).toEqual(checked.mapping);
    expect(await check(again.data)).toMatchObject({ rowsGood: 0, rowsBad: 6 });

    expect(
      (await attempt(admin, undoGamblingImport, { params: { id: data.id }, body: { because: 'wrong month' } })).status,
    ).toBe(200);
    expect(await seen(data.id)).toMatchObject({ state: 'undoing' });
    await work();
    expect(await seen(data.id)).toMatchObject({ state: 'undone' });
    expect(await totals(partnerId)).toEqual({ leads: 0, ftd: 0, revenue: 0 });
    expect(
      (await refusal(admin, undoGamblingImport, { params: { id: data.id }, body: { because: 'again' } })).status,
    ).toBe(400);
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

  it('detects the format of amounts and days from the file, and accepts another choice', async () => {
    const file = 'Date,Commission\n05/06/2026,"1.250"\n22/06/2026,"2,50"\n';
    const { data } = await upload(await partner(), file);
    expect(data.mapping).toMatchObject({ decimalMark: ',', dayOrder: 'dayFirst' });
    expect((await check(data)).summary).toMatchObject({ from: '2026-06-05', sums: [{ revenue: '1252.5' }] });
    const other = await check(data, { decimalMark: '.', dayOrder: 'monthFirst' });
    expect(other).toMatchObject({
      rowsGood: 1,
      rowsBad: 1,
      summary: { from: '2026-05-06', sums: [{ revenue: '1.25' }] },
    });
    expect(other.errors.map(({ column }) => column)).toEqual(['Date', 'Commission']);
  });

  it.each([
    ['2,5', '2.5', ','],
    ['2,50', '2.5', ','],
    ['450,00', '450', ','],
    ['1.234,56', '1234.56', ','],
    ['99.95', '99.95', '.'],
    ['1,234.56', '1234.56', '.'],
    ['€ 1 234,5', '1234.5', ','],
  ])('counts %s as %s', async (cell, revenue, decimalMark) => {
    const { data } = await upload(await partner(), `Date;Commission\n2026-03-01;${cell}\n`);
    expect(await check(data)).toMatchObject({ mapping: { decimalMark }, summary: { sums: [{ revenue }] } });
  });

  it('refuses each row with mixed formats, ambiguous values or invalid numbers', async () => {
    const rows = ['2,50', '3,50', '2.50', '12,34,56', '1e3'].map((cell, at) => `2026-03-0${at + 1};${cell}`);
    const { data } = await upload(await partner(), `Date;Commission\n${rows.join('\n')}\n`);
    // Marks that contradict each other decide nothing: a number with one meaning is read.
    const mixed = await check(data, { decimalMark: null });
    expect(mixed).toMatchObject({ rowsGood: 3, rowsBad: 2, summary: { sums: [{ revenue: '8.5' }] } });
    const comma = await check(data, { decimalMark: ',' });
    expect(comma).toMatchObject({ rowsGood: 2, rowsBad: 3, summary: { sums: [{ revenue: '6' }] } });
    const open = await upload(await partner(), 'Date;Commission\n05/06/2026;1\n2026-03-01;1,250\n2026-03-02;USD 5\n');
    expect(open.data.mapping).toMatchObject({ decimalMark: null, dayOrder: null });
    const asked = await check(open.data);
    expect([asked.rowsGood, asked.summary]).toEqual([0, null]);
    expect(asked.errors.map(({ message }) => message)).toEqual([
      '“05/06/2026” can mean 2026-06-05 or 2026-05-06. Choose which comes first.',
      '“1,250” can mean 1250 or 1.250. Choose the decimal mark.',
      '“USD 5” says USD, the row is in EUR.',
    ]);
    const chosen = await check(open.data, { decimalMark: '.', dayOrder: 'monthFirst' });
    expect(chosen).toMatchObject({ rowsGood: 2, summary: { to: '2026-05-06', sums: [{ revenue: '1251' }] } });
  });

  it('refuses days outside the ledger’s range, and warns of more first deposits than registrations', async () => {
    const file = 'Date,Signups,FTD\n2099-01-01,1,1\n2020-12-31,1,1\n2026-11-1,1,1\n31.11.2025,1,1\n22.11.2025,5,7\n';
    const checked = await check((await upload(await partner(), file)).data);
    expect(checked).toMatchObject({ rowsGood: 1, rowsBad: 4 });
    expect(checked.errors.map(({ row, message }) => [row, message])).toEqual([
      [2, expect.stringMatching(/^Enter a day between 2021-01-01 and today/)],
      [3, expect.stringMatching(/^Enter a day between 2021-01-01 and today/)],
      [4, '“2026-11-1” is not a day that can be read, such as 2026-11-22 or 22.11.2026.'],
      [5, '“31.11.2025”: This date does not exist.'],
    ]);
    expect(checked.warnings).toEqual([
      { row: 6, column: 'FTD', message: '7 first deposits, but only 5 registrations.' },
    ]);
  });

  it('imports exactly what was shown or nothing', async () => {
    const partnerId = await partner();
    const { data } = await upload(partnerId, `${HEADER}\n2026-03-01,AT,5,2,10\n2026-03-02,AT,5,2,10\n`);
    const other = await upload(partnerId, `${HEADER}\n2026-03-02,AT,5,2,10\n`);
    await check(data);
    await check(other.data);
    for (const { id } of [other.data, data]) {
      await call(admin, startGamblingImport, { params: { id }, body: { onlyGood: true } });
      await work();
    }
    expect(await seen(data.id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('Check the file again'),
    });
    expect(await totals(partnerId)).toEqual({ leads: 5, ftd: 2, revenue: 10 });
  });

  it.each([
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]), /it is not text/],
    ['prose', 'Dear partner\nhere are the numbers\n', /no commas, semicolons/],
    ['an open quotation mark', 'a,b\n"1,2\n3,4\n', /never closed/],
    ['nothing', '', /^The file is empty\.$/],
    ['blank lines', '\n \n', /^The file is empty\.$/],
    ['a header alone', 'Date,Revenue\n', /no rows/],
    ['two columns of one name', 'Date,Date\n1,2\n', /Two columns/],
  ])('refuses %s with what is wrong', async (_, file, message) => {
    const answer = await upload(await partner(), file);
    expect(answer.status).toBe(400);
    expect(answer.message).toMatch(message);
  });

  it('waits for the same step again after its job was cancelled, and belongs to the job that runs again', async () => {
    const { data } = await upload(await partner(), `${HEADER}\n2026-03-01,AT,5,2,100\n`);
    await check(data);
    const start = () => attempt(admin, startGamblingImport, { params: { id: data.id }, body: { onlyGood: false } });
    expect((await start()).status).toBe(200);
    const { id: cancelled } = await runOf(data.id);
    await call(admin, cancelRun, { params: { id: cancelled } });
    await work();
    expect(await seen(data.id)).toMatchObject({ state: 'checked', problem: null, rowsGood: 1 });

    const again = await attempt(admin, runAgain, { params: { id: cancelled } });
    expect(again.status).toBe(200);
    // A second import cannot start beside the one that runs again.
    expect((await start()).body.errors[0]?.message).toBe('This import is already importing.');
    await work();
    expect((await seen(data.id)).state).toBe('imported');
  });

  it('offers and starts only the last job again, and only while the import waits for it', async () => {
    const { data } = await upload(await partner(), `${HEADER}\n2026-03-01,AT,5,2,100\n`);
    await call(admin, checkGamblingImport, { params: { id: data.id }, body: data.mapping });
    const { id: old } = await runOf(data.id);
    await call(admin, cancelRun, { params: { id: old } });
    await work();
    const runNow = async (id: number): Promise<Run> => await call(admin, readRun, { params: { id } });
    expect(await runNow(old)).toMatchObject({ mayRunAgain: true, againRefusal: null });
    await check(data);
    expect(await runNow(old)).toMatchObject({
      mayRunAgain: false,
      againRefusal: expect.stringMatching(/later job has gone on/),
    });
    expect((await refusal(admin, runAgain, { params: { id: old } })).errors[0]?.message).toMatch(
      /later job has gone on/,
    );
    expect((await seen(data.id)).state).toBe('checked');
  });

  it('is refused without access to its screen or for an unknown partner', async () => {
    expect((await upload(await partner(), 'a,b\n1,2\n', seo)).status).toBe(403);
    expect((await upload(999_999, 'a,b\n1,2\n')).status).toBe(400);
    expect((await refusal(admin, uploadGamblingFile, { body: {} })).status).toBe(400);
  });

  it('is resumed when its worker died half-way, and takes effect once', async () => {
    const partnerId = await partner();
    const { data } = await upload(partnerId, `${HEADER}\n2026-03-01,AT,5,2,10\n`);
    await check(data);
    await call(admin, startGamblingImport, { params: { id: data.id }, body: { onlyGood: false } });
    const { id } = await runOf(data.id);
    // A worker took the import and died. No other worker takes it before the lease ends.
    await sql`UPDATE runs SET state = 'running', lease = gen_random_uuid(), attempt = 1,
      next_try_at = now() + interval '1 hour' WHERE id = ${id}`.execute(world.db);
    await work();
    expect((await runOf(data.id)).state).toBe('running');
    await sql`UPDATE runs SET next_try_at = now() - interval '1 second' WHERE id = ${id}`.execute(world.db);
    await Promise.all([work(), work()]);
    expect(await totals(partnerId)).toEqual({ leads: 5, ftd: 2, revenue: 10 });
  });

  it(`imports ${ROWS} rows and reports its progress`, async () => {
    const partnerId = await partner();
    const { rows: known } = await sql<{ code: string }>`SELECT code FROM geos ORDER BY id LIMIT 50`.execute(world.db);
    const geos = known.map(({ code }) => code);
    const lines = Array.from({ length: ROWS }, (_, at) => {
      const day = new Date(Date.UTC(2021, 0, 1 + Math.floor(at / 50))).toISOString().slice(0, 10);
      return `${day},${geos[at % 50]},1,0,0.01`;
    });
    const { data } = await upload(partnerId, [HEADER, ...lines].join('\n'));
    const checked = await check(data);
    expect([checked.rowsGood + checked.rowsBad, checked.rowsDone]).toEqual([ROWS, ROWS]);
    expect(checked.rowsGood).toBe(ROWS);
    await call(admin, startGamblingImport, { params: { id: data.id }, body: { onlyGood: false } });
    const onItsWay = async () => {
      for (let one = await seen(data.id); one.state === 'importing'; one = await seen(data.id))
        if (one.rowsDone > 0 && one.rowsDone < ROWS) return true;
      return false;
    };
    const [, told] = await Promise.all([work(), onItsWay()]);
    expect(await seen(data.id)).toMatchObject({ state: 'imported', problem: null });
    expect(told).toBe(true);
    const { rows } = await sql<{ facts: number }>`SELECT count(*)::integer AS facts FROM fact_outbox o
      JOIN gambling_stats s ON o.origin = 'gambling ' || s.id WHERE s.import_id = ${data.id}`.execute(world.db);
    expect(rows[0]?.facts).toBe(2 * ROWS);
  });
});

describe('An import of days in closed months', () => {
  const close = (month: string) =>
    sql`INSERT INTO period_locks (month, position, closed_by, closed_at)
      VALUES (${`${month}-01`}::date, 1, ${admin.userId}, now())`.execute(world.db);

  it('refuses each of their rows, as an entry by hand is refused', async () => {
    await close('2026-04');
    const partnerId = await partner();
    const file = `${HEADER}\n2026-04-30,AT,1,0,7.77\n2026-03-07,AT,1,0,8.88\n2026-05-01,AT,1,0,9.99\n`;
    const { data } = await upload(partnerId, file);
    const checked = await check(data);
    expect(checked).toMatchObject({ rowsGood: 1, rowsBad: 2, summary: { from: '2026-05-01', to: '2026-05-01' } });
    expect(checked.errors).toEqual([
      { row: 2, column: 'Date', message: '2026-04 is closed. Enter the amount on a day of an open month.' },
      { row: 3, column: 'Date', message: '2026-03 is closed. Enter the amount on a day of an open month.' },
    ]);
    await call(admin, startGamblingImport, { params: { id: data.id }, body: { onlyGood: true } });
    await work();
    expect(await totals(partnerId)).toEqual({ leads: 1, ftd: 0, revenue: 9.99 });
  });

  it('stores nothing if a month was closed after the check', async () => {
    const partnerId = await partner();
    const { data } = await upload(partnerId, `${HEADER}\n2026-05-02,AT,1,0,1\n2026-06-01,AT,1,0,2\n`);
    expect(await check(data)).toMatchObject({ rowsGood: 2 });
    await close('2026-05');
    await call(admin, startGamblingImport, { params: { id: data.id }, body: { onlyGood: false } });
    await work();
    expect(await seen(data.id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('Check the file again'),
    });
    expect(await totals(partnerId)).toMatchObject({ revenue: 0 });
  });
});

it('reads arbitrary bytes as text or refuses them, without a server error', () => {
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
