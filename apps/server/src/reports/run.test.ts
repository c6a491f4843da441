import { createHash, createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { makeDownloadAgain, readDownload, readReportState, runReport } from '@signpost/contract/calls/reports.ts';
import { addDays, dayIn } from '@signpost/contract/dates/dates.ts';
import type { Caller } from '@signpost/testkit/app.ts';
import { call } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import papaparse from 'papaparse';
import { afterAll, describe, expect, it } from 'vitest';
import { testReceiver } from '../notifications/testing/receiver.ts';
import { refusal } from '../notifications/testing/smtp.ts';
import { newId } from '../platform/ids.ts';
import { storeFacts } from '../stats/testing/random-world.ts';
import { expireFiles } from './expire.ts';
import { QUESTION, reportWorld } from './testing/world.ts';

const receiver = await testReceiver();
afterAll(() => receiver.close());
const world = await reportWorld();
const { db, work, newReport, dataDir, smtp, deliverAll } = world;
const owner = await world.signIn('Default User');
const other = await world.signIn('Default User');
const boss = await world.signIn('Management');

async function make(more: Record<string, unknown> = {}, by: Caller = owner): Promise<number> {
  const { status, body } = await by('POST', '/api/reports', newReport(more));
  expect([status, body.errors ?? []]).toEqual([201, []]);
  return (body.data as { id: number }).id;
}

async function runNow(id: number, by: Caller = owner, send = false) {
  const { downloadId } = await call(by, runReport, { params: { id }, body: { send } });
  await work();
  return await call(by, readDownload, { params: { id: downloadId } });
}

const fileOf = async (downloadId: number): Promise<Buffer> => {
  const [row] = await db.selectFrom('reportFiles').select('path').where('downloadId', '=', downloadId).execute();
  return await readFile(join(dataDir, row?.path ?? ''));
};

/** The parts of a CSV: what it says of itself, the table, and what stands below it. */
function partsOf(text: string) {
  const [about = '', table = '', below = ''] = text.split('\r\n\r\n');
  const read = (part: string) => papaparse.parse<string[]>(part.replace('\uFEFF', '')).data;
  const rows = read(table);
  return {
    about: Object.fromEntries(read(about)),
    table,
    head: rows[0],
    rows: rows.slice(1, -1),
    totals: rows.at(-1),
    below: Object.fromEntries(read(below.trim())),
  };
}

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
    for (const [path, body] of [
      ['/api/reports', newReport({ definition: tomorrow })],
      ['/api/reports/preview', { definition: tomorrow }],
    ] as const)
      expect((await owner('POST', path, body)).body.errors).toEqual([
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
    const { body } = await owner(
      'GET',
      '/api/statistics/tabs?tab=global&timeZone=Europe/Berlin&dateRange[start]=2025-03-18&dateRange[end]=2025-04-13&columns[0]=1&columns[1]=7&columns[2]=11&columns[3]=14',
    );
    const { totals: screen } = body.data as { totals: { stats: Record<string, unknown> } };
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
    const cells = [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
      [...row.matchAll(/<c\/>|<c[^>]*>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/g)].map(([, text, value]) =>
        (text ?? value ?? '').replaceAll('&amp;', '&'),
      ),
    );
    expect(cells).toEqual([table.head, ...table.rows, table.totals]);
    expect(strFromU8(parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array())).toContain('SHA-256 of the table as CSV');
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

  it('leaves nothing behind when it is cancelled', async () => {
    const { downloadId } = await call(owner, runReport, { params: { id: await make() }, body: {} });
    const { run } = await call(owner, readDownload, { params: { id: downloadId } });
    await owner('POST', `/api/runs/${run?.id}/cancel`);
    await work();
    expect(await call(owner, readDownload, { params: { id: downloadId } })).toMatchObject({
      state: 'cancelled',
      files: [],
    });
    expect(await readdir(join(dataDir, 'reports', String(downloadId))).catch(() => [])).toEqual([]);
    await owner('POST', `/api/runs/${run?.id}/run-again`);
    await work();
    expect(await call(owner, readDownload, { params: { id: downloadId } })).toMatchObject({
      state: 'succeeded',
      files: [{}],
    });
  });

  it('keeps its files for 30 days', async () => {
    const download = await runNow(await make());
    const [file] = download.files;
    const path = `/api/report-downloads/${download.id}/files/${file?.id}`;
    expect((await owner('GET', path)).status).toBe(200);
    await expireFiles(db, dataDir, new Date(Date.now() + 29 * 86_400_000));
    expect((await owner('GET', path)).status).toBe(200);
    await expireFiles(db, dataDir, new Date(Date.now() + 31 * 86_400_000));
    expect((await owner('GET', path)).status).toBe(404);
    expect(await readdir(join(dataDir, 'reports')).then((names) => names.includes(String(download.id)))).toBe(false);
    await sql`UPDATE report_downloads SET removed_at = NULL, expires_at = now() + interval '1 day'`.execute(db);
  });
});

describe('access to reports', () => {
  it('shows a report to its owner and Management, a shared one to everyone with the screen, changed by its owner alone', async () => {
    const own = await make();
    const shared = await make({ visibility: 'shared' });
    expect((await other('GET', `/api/reports/${own}`)).status).toBe(404);
    expect((await boss('GET', `/api/reports/${own}`)).status).toBe(200);
    const seen = await other('GET', `/api/reports/${shared}`);
    expect(seen).toMatchObject({ status: 200, body: { data: { may: { edit: false, archive: false } } } });
    const change = { version: 1, values: { name: 'Mine now' } };
    expect((await other('PATCH', `/api/reports/${shared}`, change)).status).toBe(403);
    expect((await other('POST', `/api/reports/${shared}/archive`)).status).toBe(403);
    expect((await owner('PATCH', `/api/reports/${shared}`, change)).status).toBe(200);
    expect((await other('POST', `/api/reports/${own}/run`, {})).status).toBe(404);
    expect((await other('POST', `/api/reports/${shared}/run`, { send: true })).status).toBe(403);
    const download = await runNow(shared, other);
    expect((await owner('GET', `/api/report-downloads/${download.id}`)).status).toBe(404);
    expect((await owner('GET', `/api/report-downloads/${download.id}/files/${download.files[0]?.id}`)).status).toBe(
      404,
    );
  });

  it('refuses tabs that the owner may not open, people without the screen, and Publishers with any paths', async () => {
    const definition = { question: { ...QUESTION, tab: 'mbg' } };
    expect((await owner('POST', '/api/reports', newReport({ definition }))).status).toBe(400);
    expect((await owner('POST', '/api/reports/preview', { definition })).status).toBe(403);
    const seo = await world.signIn('Seo User');
    const publisher = await world.signIn('Publisher', {
      includedPaths: ['/advanced-reporting', '/advanced-reporting/add'],
      publisherId: 301,
    });
    for (const person of [seo, publisher]) {
      expect((await person('GET', '/api/reports')).body.data ?? []).toEqual([]);
      expect((await person('POST', '/api/reports', newReport())).status).not.toBe(201);
      expect((await person('POST', '/api/reports/preview', { definition: { question: QUESTION } })).status).toBe(403);
      expect((await person('GET', '/api/report-downloads')).status).toBe(403);
    }
  });

  it('refuses formulas, questions and deliveries that cannot work, each at its field', async () => {
    const refusals = async (more: Record<string, unknown>) =>
      (await owner('POST', '/api/reports', newReport(more))).body.errors.map(
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
    expect((await owner('GET', '/api/report-downloads/999999')).status).toBe(404);
  });
});

const DAILY = { rule: { time: '08:00', zone: 'Europe/Berlin', days: { every: 'day' } }, waitHours: 0 };

/** Makes the next run of a report due now. */
const makeDue = (id: number) =>
  sql`UPDATE runs SET expected_at = now(), next_try_at = now() WHERE schedule_id =
    (SELECT id FROM schedules WHERE subject = ${`report ${id}`}) AND state = 'waiting'`.execute(db);

describe('a schedule', () => {
  it('plans the next run, mails the file to people who may see it, and names the others to the owner', async () => {
    const reader = await world.signIn('Default User');
    const outsider = await world.signIn('Seo User');
    const id = await make({ schedule: DAILY, recipients: [reader.userId, outsider.userId] });
    const { schedule } = await call(owner, readReportState, { params: { id } });
    expect(schedule?.nextRunAt).toMatch(/T0[67]:00:00/);
    await makeDue(id);
    await work();
    await deliverAll();
    const { downloads } = await call(owner, readReportState, { params: { id } });
    expect(downloads).toMatchObject([
      { isScheduled: true, state: 'succeeded', deliveries: [{ state: 'delivered' }, { state: 'refused' }] },
    ]);
    const emailOf = async (userId: number) =>
      (await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;
    const address = await emailOf(reader.userId);
    const mail = await smtp.mails.find(({ to }) => to === address)?.read();
    expect(mail?.text).toContain('The data is complete.');
    const content = Buffer.from(mail?.attachments[0]?.content as ArrayBuffer);
    expect(createHash('sha256').update(content).digest('hex')).toBe(downloads[0]?.files[0]?.sha256);
    const outside = await emailOf(outsider.userId);
    expect(smtp.mails.filter(({ to }) => to === outside)).toEqual([]);
    const titles = (await world.bellOf(owner.userId)).map(({ title }) => title);
    expect(titles.some((title) => title.startsWith('Not sent'))).toBe(true);
    const seen = await call(reader, readDownload, { params: { id: downloads[0]?.id ?? 0 } });
    expect(seen).toMatchObject({ isOwn: false, run: null, deliveries: [] });
    expect((await call(owner, readReportState, { params: { id } })).schedule?.nextRunAt).not.toBeNull();
  });

  it('tells the owner at once when the mail does not arrive', async () => {
    const reader = await world.signIn('Default User');
    smtp.judge = () => {
      throw refusal(550);
    };
    const before = (await world.bellOf(owner.userId)).length;
    const id = await make({ recipients: [reader.userId] });
    const sent = await runNow(id, owner, true);
    await deliverAll();
    smtp.judge = () => undefined;
    const notices = (await world.bellOf(owner.userId)).slice(before);
    const link = { route: 'advancedReportingDownload', params: { downloadId: String(sent.id) } };
    for (const { body } of notices) expect(body).toMatchObject({ link });
    const news = notices.map(({ title, severity }) => `${severity} ${title}`);
    expect(news).toEqual([expect.stringMatching(/^success Ready/), expect.stringMatching(/^error Not delivered: /)]);
  });

  it('pauses with a notice when its owner loses the right', async () => {
    const leaving = await world.signIn('Default User');
    const id = await make({ schedule: DAILY }, leaving);
    await makeDue(id);
    await sql`UPDATE users SET excluded_paths = '{/stats?tab=global}' WHERE id = ${leaving.userId}`.execute(db);
    await work();
    const { schedule, downloads } = await call(boss, readReportState, { params: { id } });
    expect(schedule).toMatchObject({ nextRunAt: null, pausedBecause: expect.stringContaining('not open') });
    expect(downloads).toEqual([]);
    const titles = (await world.bellOf(leaving.userId)).map(({ title }) => title);
    expect(titles).toEqual([expect.stringMatching(/^Schedule paused/), expect.stringMatching(/^Failed/)]);
  });

  it('waits for sources that are late, and then names them', async () => {
    const id = await make({
      schedule: { ...DAILY, waitHours: 1 },
      definition: { question: { ...QUESTION, dateRange: 'yesterday' } },
    });
    await sql`INSERT INTO job_beats (job, worker, allowed_ms, started_at, beat_at, watermark)
      VALUES ('click log', 'box 1', 1000, now(), now(), now() - interval '3 days')`.execute(db);
    await makeDue(id);
    await work();
    expect((await call(owner, readReportState, { params: { id } })).downloads).toEqual([]);
    await sql`UPDATE runs SET expected_at = now() - interval '2 hours', next_try_at = now() WHERE state = 'waiting'
      AND late_sources <> '{}'`.execute(db);
    await work();
    const { downloads } = await call(owner, readReportState, { params: { id } });
    expect(downloads).toMatchObject([{ state: 'succeeded', lateSources: ['click log (box 1)'] }]);
    expect(partsOf((await fileOf(downloads[0]?.id ?? 0)).toString()).about.Data).toMatch(
      /^Not complete\. Late: click log \(box 1\)\. The data is complete until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
    );
    await sql`DELETE FROM job_beats`.execute(db);
  });

  it('ends with the report that is archived, and begins again when it is restored', async () => {
    const id = await make({ schedule: DAILY });
    const nextRun = async () => (await call(owner, readReportState, { params: { id } })).schedule?.nextRunAt ?? null;
    expect(await nextRun()).not.toBeNull();
    expect((await owner('POST', `/api/reports/${id}/archive`)).status).toBe(200);
    expect(await nextRun()).toBeNull();
    expect((await owner('POST', `/api/reports/${id}/restore`)).status).toBe(200);
    expect(await nextRun()).not.toBeNull();
  });
});

describe('a report that is split', () => {
  it('makes a file with only the rows of each publisher, mailed to its contact alone', async () => {
    await sql`UPDATE publishers SET contact_email = 'contact@publisher.example.test' WHERE id = 301`.execute(db);
    await sql`UPDATE publishers SET contact_email = NULL WHERE id <> 301`.execute(db);
    const definition = {
      question: { ...QUESTION, levels: [{ type: 'publisher' }, { type: 'geo' }] },
      splitBy: 'publisher',
    };
    const download = await runNow(await make({ definition, delivery: { toParties: true } }), owner, true);
    await deliverAll();
    expect(download.files.length).toBeGreaterThan(2);
    const paths = await db
      .selectFrom('reportFiles')
      .select(['path', 'partyId'])
      .where('downloadId', '=', download.id)
      .execute();
    for (const { path, partyId } of paths) {
      const { rows } = partsOf(await world.fileText(path));
      expect(new Set(rows.map(([, id]) => id))).toEqual(new Set([String(partyId)]));
    }
    const mails = smtp.mails.filter(({ to }) => to === 'contact@publisher.example.test');
    expect(mails).toHaveLength(1);
    const mail = await mails[0]?.read();
    expect(mail?.attachments).toHaveLength(1);
    const [name] = paths.filter(({ partyId }) => partyId === 301);
    expect(name?.path).toContain(mail?.attachments[0]?.filename ?? 'nothing');
    const { deliveries } = await call(owner, readDownload, { params: { id: download.id } });
    expect(deliveries.filter(({ state }) => state === 'delivered')).toHaveLength(1);
    expect(deliveries.filter(({ problem }) => problem?.startsWith('No contact'))).toHaveLength(deliveries.length - 1);
  });
});

describe('a report that is sent to a webhook', () => {
  const newHook = async (): Promise<{ id: number; secret: string }> => {
    const target = { kind: 'webhook', label: 'Warehouse', url: `${receiver.home}/hooks/${newId()}` };
    const { status, body } = await owner('POST', '/api/notifications/channels', target);
    expect([status, body.errors ?? []]).toEqual([200, []]);
    return body.data as { id: number; secret: string };
  };

  it('names each file with its hash, signed, once', async () => {
    receiver.received.length = 0;
    const { id, secret } = await newHook();
    const download = await runNow(await make({ delivery: { webhookId: id } }), owner, true);
    await deliverAll();
    await deliverAll();
    expect(receiver.received).toHaveLength(1);
    const [request] = receiver.received;
    const signed = `${request?.headers['signpost-timestamp']}.${request?.body}`;
    expect(request?.headers['signpost-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`,
    );
    const sha256 = createHash('sha256')
      .update(await fileOf(download.id))
      .digest('hex');
    expect(String(request?.body)).toContain(`${download.files[0]?.name} sha256:${sha256}`);
    const { deliveries } = await call(owner, readDownload, { params: { id: download.id } });
    expect(deliveries).toMatchObject([{ channel: 'webhook', recipient: 'Warehouse', state: 'delivered' }]);
  });

  it('says at the download, and to its owner, that the webhook is gone', async () => {
    const { id } = await newHook();
    const report = await make({ delivery: { webhookId: id } });
    expect((await owner('DELETE', `/api/notifications/channels/${id}`)).status).toBeLessThan(300);
    const download = await runNow(report, owner, true);
    const { deliveries } = await call(owner, readDownload, { params: { id: download.id } });
    expect(deliveries).toMatchObject([{ channel: 'webhook', problem: 'The webhook has been removed or has ended.' }]);
  });
});
