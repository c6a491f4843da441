import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import {
  downloadReportFile,
  listDownloads,
  makeDownloadAgain,
  planReportGoogleSheet,
  previewReport,
  readDownload,
  runReport,
} from '@signpost/contract/calls/reports.ts';
import { cancelRun, runAgain } from '@signpost/contract/calls/runs.ts';
import { statsCall } from '@signpost/contract/calls/stats.ts';
import { addDays, dayIn } from '@signpost/contract/dates/dates.ts';
import { report } from '@signpost/contract/entities/report.ts';
import { makeGoogleSheet } from '@signpost/contract/sheets/google/carry-out.ts';
import type { Caller } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { GoogleSheets } from '@signpost/testkit/google-sheets.ts';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { storeFacts } from '../stats/testing/random-world.ts';
import { expireFiles } from './expire.ts';
import { partsOf, QUESTION, reportWorld } from './testing/world.ts';

const reportCalls = entityCalls(report);

const world = await reportWorld();
const { db, work, newReport, dataDir, fileOf } = world;
const owner = await world.signIn('Default User');
const other = await world.signIn('Default User');
const boss = await world.signIn('Management');

const make = (more: Record<string, unknown> = {}, by: Caller = owner) => world.make(by, more);
const runNow = (id: number, by: Caller = owner, send = false) => world.runNow(by, id, send);

describe('a report', () => {
  it('has what was known on a day, and says so', async () => {
    // Facts of this world have no position, so they were known from the day they were recorded on.
    const definition = { question: { ...QUESTION, knownOn: '2025-03-25' } };
    const download = await runNow(await make({ definition }));
    const { about, totals } = partsOf((await fileOf(download.id)).toString());
    expect(about['As known on']).toBe('2025-03-25 (the end of that day)');
    const [visits] = await world.databases.clickhouse.query(
      `SELECT sum(visits) AS visits FROM facts WHERE recorded_at < '2025-03-25 23:00:00'
        AND at >= '2025-03-17 23:00:00' AND at < '2025-04-13 22:00:00'`,
      {},
      { parse: (row) => String(row.visits), maxSeconds: 20 },
    );
    expect(totals).toContain(visits);
    // Every past day can be asked for, whatever the calendar says; a day to come is refused where it is chosen.
    const today = dayIn(new Date(), 'Europe/Berlin');
    expect((await runNow(await make({ definition: { question: { ...QUESTION, knownOn: today } } }))).state).toBe(
      'succeeded',
    );
    const tomorrow = { question: { ...QUESTION, knownOn: addDays(today, 2) } };
    for (const [definition, body] of [
      [reportCalls.create, newReport({ definition: tomorrow })],
      [previewReport, { definition: tomorrow }],
    ] as const)
      expect((await refusal(owner, definition, { body })).errors).toEqual([
        { path: 'definition.question.knownOn', message: 'This day is still to come. Choose today or an earlier day.' },
      ]);
  });

  it('says in its file whether its days are over, and until when its data is complete', async () => {
    const dataOf = async (dateRange: unknown) => {
      const download = await runNow(await make({ definition: { question: { ...QUESTION, dateRange } } }));
      const data = partsOf((await fileOf(download.id)).toString()).about.Data;
      expect(download.summary?.data).toBe(data);
      return { data, asOf: download.asOf?.slice(0, 16).replace('T', ' ') };
    };
    expect((await dataOf(QUESTION.dateRange)).data).toBe('The data is complete.');
    const { data, asOf } = await dataOf('last7Days');
    expect(data).toBe(`The days are not over yet. The data is complete until ${asOf} UTC.`);
  });

  it('makes one answer when it is asked for three times at once', async () => {
    const id = await make();
    const ask = async () => (await call(owner, runReport, { params: { id }, body: {} })).downloadId;
    const [first, ...more] = await Promise.all([ask(), ask(), ask()]);
    expect(more).toEqual([first, first]);
    await work();
    const again = () => call(owner, makeDownloadAgain, { params: { id: first ?? 0 } });
    const [one, other] = await Promise.all([again(), again()]);
    expect(other).toEqual(one);
    await work();
    expect(await ask()).not.toBe(first);
    await work();
  });

  it('becomes a CSV that says what it is, with the totals of the screen', async () => {
    const definition = { question: QUESTION, columns: [{ name: 'Revenue per visit', formula: 'revenue / visits' }] };
    const download = await runNow(await make({ definition, name: '=Evil report' }));
    expect(download).toMatchObject({ state: 'succeeded', format: 'csv', run: { state: 'succeeded' } });
    const bytes = await fileOf(download.id);
    const { about, table, head, rows, totals, below } = partsOf(bytes.toString());
    expect(head).toEqual([
      'Geo',
      'Geo id',
      'Device',
      'Visits',
      'Leads',
      'Revenue',
      'Lead rate (%)',
      'Revenue per visit',
    ]);
    expect(about).toMatchObject({
      Report: "'=Evil report",
      Days: '2025-03-18 to 2025-04-13',
      'Time zone': 'Europe/Berlin',
      Attribution: 'By the day of the event',
      Levels: 'Geo, Device',
      'Definition: Lead rate': expect.stringContaining('leads ÷ clickouts (version '),
      'Own column: Revenue per visit': 'revenue / visits',
      Screen: expect.stringContaining('https://signpost.example.test/#/stats?tab=global'),
    });
    expect(about['As of']).toContain(download.asOf);
    const [file] = download.files;
    expect(file).toMatchObject({ rows: rows.length, bytes: bytes.length });
    expect(below).toEqual({ Rows: String(rows.length), 'SHA-256 of the table': file?.tableSha256 });
    expect(createHash('sha256').update(`${table}\r\n`).digest('hex')).toBe(file?.tableSha256);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.sha256);
    const data = await call(owner, statsCall({ path: 'statistics/tabs' }), {
      query: {
        tab: 'global',
        timeZone: 'Europe/Berlin',
        dateRange: { start: '2025-03-18', end: '2025-04-13' },
        columns: ['1', '7', '11', '14'],
      },
    });
    const { totals: screen } = data;
    expect(totals?.slice(3, 6)).toEqual(['1', '7', '11'].map((id) => String(screen.stats[id])));
    expect(totals?.[0]).toBe(`Total of ${rows.length} rows`);
    expect(download.summary?.totals).toEqual(totals?.slice(3));
    const sum = (column: number) => rows.reduce((all, row) => all + Math.round(Number(row[column]) * 1e6), 0) / 1e6;
    expect([sum(3), sum(5)]).toEqual([Number(totals?.[3]), Number(totals?.[5])]);
  });

  it('becomes the same table as CSV, CSV.gz and XLSX', async () => {
    const downloads = [];
    for (const format of ['csv', 'csv.gz', 'xlsx']) downloads.push(await runNow(await make({ format })));
    expect(new Set(downloads.map(({ files }) => files[0]?.tableSha256)).size).toBe(1);
    const [plain, zipped, book] = await Promise.all(downloads.map(({ id }) => fileOf(id)));
    const table = partsOf(plain?.toString() ?? '');
    expect(partsOf(gunzipSync(zipped ?? Buffer.alloc(0)).toString()).table).toBe(table.table);
    const parts = unzipSync(new Uint8Array(book ?? Buffer.alloc(0)));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    const cells = [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/g)].map(([, row = '']) =>
      [...row.matchAll(/<c r="[A-Z]+\d+"\/>|<c[^>]*>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/g)].map(
        ([, text, value]) => (text ?? value ?? '').replaceAll('&amp;', '&'),
      ),
    );
    expect(cells).toEqual([table.head, ...table.rows, table.totals]);
    expect(strFromU8(parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array())).toContain('SHA-256 of the table as CSV');
  });

  it('has days and weeks as days in XLSX, and as the same texts in CSV', async () => {
    const definition = { question: { ...QUESTION, levels: [{ type: 'date_week' }, { type: 'date_day' }] } };
    const csv = partsOf((await fileOf((await runNow(await make({ definition }))).id)).toString());
    const xlsx = await runNow(await make({ definition, format: 'xlsx' }));
    const [sheet] = await readXlsxFile(await fileOf(xlsx.id));
    const [, ...rows] = sheet?.data ?? [];
    const days = rows.slice(0, -1).map((row) => row.slice(0, 2));
    expect(days.length).toBeGreaterThan(5);
    expect(days).toEqual(csv.rows.map((row) => row.slice(0, 2).map((day) => new Date(`${day}T00:00:00Z`))));
    expect(rows.at(-1)?.[0]).toBe(`Total of ${days.length} rows`);
    const params = { id: xlsx.id, fileId: xlsx.files[0]?.id ?? 0 };
    const google = await call(owner, planReportGoogleSheet, { params });
    expect(JSON.stringify(google.sheet)).toContain(`"stringValue":"${csv.rows[0]?.[1]}"`);
  });

  it('neutralises what a spreadsheet could run, also from visitors', async () => {
    const at = '2024-05-05T12:00:00.000Z';
    await storeFacts(
      world,
      [
        fact({
          factId: newId(),
          kind: 'visit',
          at,
          clickAt: at,
          recordedAt: at,
          visits: 1,
          referrer: '=cmd|\'/c calc\'!A1, "x"\ty',
        }),
      ],
      'formula',
    );
    const question = {
      ...QUESTION,
      levels: [{ type: 'referrer' }],
      dateRange: { start: '2024-05-05', end: '2024-05-05' },
    };
    const download = await runNow(await make({ definition: { question } }));
    const { rows } = partsOf((await fileOf(download.id)).toString());
    expect(rows[0]?.[0]).toBe("'=cmd|'/c calc'!A1, \"x\"\ty");
  });

  it('can be made again as known then, after more facts were recorded', async () => {
    const id = await make();
    const first = await runNow(id);
    await storeFacts(
      world,
      [
        fact({
          factId: newId(),
          kind: 'visit',
          at: '2025-03-20T12:00:00.000Z',
          recordedAt: new Date().toISOString(),
          visits: 5,
        }),
      ],
      'late',
    );
    const { downloadId } = await call(owner, makeDownloadAgain, { params: { id: first.id } });
    await work();
    const again = await call(owner, readDownload, { params: { id: downloadId } });
    expect(again).toMatchObject({ again: { of: first.id, isIdentical: true }, asOf: first.asOf });
    await sql`UPDATE report_downloads SET as_of = now() + interval '1 minute' WHERE id = ${first.id}`.execute(db);
    const later = await call(owner, makeDownloadAgain, { params: { id: first.id } });
    await work();
    expect(await call(owner, readDownload, { params: { id: later.downloadId } })).toMatchObject({
      again: { of: first.id, isIdentical: false },
    });
  });

  it('becomes a Google sheet with the same table, in every format, which the browser makes in one request', async () => {
    const google = new GoogleSheets();
    const { url, stop } = await google.listen();
    const access = { baseUrl: url, token: 'token', wait: async () => undefined };
    const ids = new Map<string, number>();
    let table: string[][] = [];
    for (const format of ['csv', 'csv.gz', 'xlsx']) {
      const download = await runNow(await make({ format, name: 'Sheet' }));
      ids.set(format, download.id);
      const params = { id: download.id, fileId: download.files[0]?.id ?? 0 };
      const { setup, sheet } = await call(owner, planReportGoogleSheet, { params });
      expect([setup?.clientId, sheet === null]).toEqual(['client', false]);
      if (sheet === null) continue;
      const { spreadsheetId, title } = await makeGoogleSheet(access, sheet);
      expect(title).toBe('Sheet, 2025-03-18 to 2025-04-13');
      const rows = google.spreadsheets.get(spreadsheetId)?.tab.rows ?? [];
      if (format === 'csv') {
        const { head = [], rows: lines, totals = [] } = partsOf((await fileOf(download.id)).toString());
        table = [head, ...lines, totals];
      }
      const shown = rows.map((row) =>
        Array.from(row, (cell) =>
          cell?.numberValue === undefined ? (cell?.stringValue ?? '') : `${cell.numberValue}`,
        ),
      );
      const filled = table.map((row) => row.slice(0, row.findLastIndex((text) => text !== '') + 1));
      const asNumbers = filled.map((row) =>
        row.map((text, column) =>
          column > 2 && text !== '' && !Number.isNaN(Number(text)) ? `${Number(text)}` : text,
        ),
      );
      expect([format, shown]).toEqual([format, asNumbers]);
      expect(rows[1]?.[3]).toHaveProperty('numberValue');
      expect(rows[0]?.[0]).toEqual({ stringValue: 'Geo' });
      expect(sheet.sheets[1]?.data[0]?.rowData[0]?.values.map((cell) => cell.userEnteredValue?.stringValue)).toEqual([
        'Report',
        'Sheet',
      ]);
      expect(
        (await refusal(other, planReportGoogleSheet, { params: { id: params.id, fileId: params.fileId } })).status,
      ).toBe(404);
    }
    expect(google.calls).toEqual(['/v4/spreadsheets', '/v4/spreadsheets', '/v4/spreadsheets']);
    await stop();
    const id = ids.get('csv') ?? 0;
    const [file] = await sql<{
      id: number;
    }>`UPDATE report_files SET rows = 90000 WHERE download_id = ${id} RETURNING id`
      .execute(db)
      .then(({ rows }) => rows);
    const large = await attempt(owner, planReportGoogleSheet, { params: { id, fileId: file?.id } });
    expect([large.status, large.body.message]).toEqual([413, expect.stringContaining('Download the file')]);
  });

  it('leaves nothing behind when it is cancelled', async () => {
    const { downloadId } = await call(owner, runReport, { params: { id: await make() }, body: {} });
    const { run } = await call(owner, readDownload, { params: { id: downloadId } });
    await call(owner, cancelRun, { params: { id: run?.id ?? 0 } });
    await work();
    expect(await call(owner, readDownload, { params: { id: downloadId } })).toMatchObject({
      state: 'cancelled',
      files: [],
    });
    expect(await readdir(join(dataDir, 'reports', String(downloadId))).catch(() => [])).toEqual([]);
    await call(owner, runAgain, { params: { id: run?.id ?? 0 } });
    await work();
    expect(await call(owner, readDownload, { params: { id: downloadId } })).toMatchObject({
      state: 'succeeded',
      files: [{}],
    });
  });

  it('keeps its files for 30 days', async () => {
    const download = await runNow(await make());
    const [file] = download.files;
    expect((await attempt(owner, downloadReportFile, { params: { id: download.id, fileId: file?.id } })).status).toBe(
      200,
    );
    await expireFiles(world.reportDeps, new Date(Date.now() + 29 * 86_400_000));
    expect((await attempt(owner, downloadReportFile, { params: { id: download.id, fileId: file?.id } })).status).toBe(
      200,
    );
    await expireFiles(world.reportDeps, new Date(Date.now() + 31 * 86_400_000));
    expect((await refusal(owner, downloadReportFile, { params: { id: download.id, fileId: file?.id } })).status).toBe(
      404,
    );
    expect(await world.deps.files.list(`reports/${download.id}/`)).toEqual([]);
    await sql`UPDATE report_downloads SET removed_at = NULL, expires_at = now() + interval '1 day'`.execute(db);
  });
});

describe('access to reports', () => {
  it('shows a report to its owner and Management, a shared one to everyone with the screen, changed by its owner alone', async () => {
    const own = await make();
    const shared = await make({ visibility: 'shared' });
    expect((await refusal(other, reportCalls.read, { params: { id: own } })).status).toBe(404);
    expect((await attempt(boss, reportCalls.read, { params: { id: own } })).status).toBe(200);
    const seen = await attempt(other, reportCalls.read, { params: { id: shared } });
    expect(seen).toMatchObject({ status: 200, body: { data: { may: { edit: false, archive: false } } } });
    const change = { version: 1, values: { name: 'Mine now' } };
    expect((await refusal(other, reportCalls.update, { params: { id: shared }, body: change })).status).toBe(403);
    expect((await refusal(other, reportCalls.archive, { params: { id: shared } })).status).toBe(403);
    expect((await attempt(owner, reportCalls.update, { params: { id: shared }, body: change })).status).toBe(200);
    expect((await refusal(other, runReport, { params: { id: own }, body: {} })).status).toBe(404);
    expect((await refusal(other, runReport, { params: { id: shared }, body: { send: true } })).status).toBe(403);
    const download = await runNow(shared, other);
    expect((await refusal(owner, readDownload, { params: { id: download.id } })).status).toBe(404);
    expect(
      (await refusal(owner, downloadReportFile, { params: { id: download.id, fileId: download.files[0]?.id } })).status,
    ).toBe(404);
  });

  it('refuses tabs that the owner may not open, people without the screen, and Publishers with any paths', async () => {
    const definition = { question: { ...QUESTION, tab: 'mbg' } };
    expect((await refusal(owner, reportCalls.create, { body: newReport({ definition }) })).status).toBe(400);
    expect((await refusal(owner, previewReport, { body: { definition } })).status).toBe(403);
    const seo = await world.signIn('Seo User');
    const publisher = await world.signIn('Publisher', {
      includedPaths: ['/advanced-reporting', '/advanced-reporting/add'],
      publisherId: 301,
    });
    for (const person of [seo, publisher]) {
      expect((await attempt(person, reportCalls.list, {})).body.data ?? []).toEqual([]);
      expect((await attempt(person, reportCalls.create, { body: newReport() })).status).not.toBe(201);
      expect((await refusal(person, previewReport, { body: { definition: { question: QUESTION } } })).status).toBe(403);
      expect((await refusal(person, listDownloads, {})).status).toBe(403);
    }
  });

  it('refuses formulas, questions and deliveries that cannot work, each at its field', async () => {
    const refusals = async (more: Record<string, unknown>) =>
      (await refusal(owner, reportCalls.create, { body: newReport(more) })).errors.map(
        ({ path, message }) => `${path}: ${message}`,
      );
    const columns = [{ name: 'A', formula: 'revenue + leads' }];
    expect(await refusals({ definition: { question: QUESTION, columns } })).toEqual([
      'definition.columns.0.formula: Character 9: An amount of money and a plain number cannot be added.',
    ]);
    expect(await refusals({ definition: { question: { ...QUESTION, levels: [{ type: 'moon' }] } } })).toEqual([
      expect.stringContaining('definition.question.levels.0.type'),
    ]);
    const named = [
      { name: 'visits', formula: 'leads / visits' },
      { name: 'B', formula: 'revenue / visits', format: 'percent' },
    ];
    expect(await refusals({ definition: { question: QUESTION, columns: named } })).toEqual([
      'definition.columns.0.name: A metric of this report has this name.',
      'definition.columns.1.format: The result is an amount of money, not a percent.',
    ]);
    const byHour = {
      ...QUESTION,
      levels: [{ type: 'date_hour' }],
      dateRange: { start: '2025-01-01', end: '2025-06-01' },
    };
    expect(await refusals({ definition: { question: byHour } })).toEqual([
      'definition.question.dateRange.end: By hour, the range can span at most 124 days.',
    ]);
    expect(await refusals({ delivery: { toParties: true } })).toEqual([expect.stringContaining('delivery.toParties')]);
    expect(await refusals({ delivery: { webhookId: 5 } })).toEqual([expect.stringContaining('delivery.webhookId')]);
    expect((await refusal(owner, readDownload, { params: { id: 999999 } })).status).toBe(404);
  });
});
