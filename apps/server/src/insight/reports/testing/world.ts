/** A world with facts, a mail server, and the worker's part of reports. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { readDownload, runReport } from '@signpost/contract/calls/reports.ts';
import { report } from '@signpost/contract/entities/report.ts';
import { type Caller, testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import papaparse from 'papaparse';
import { afterAll, expect } from 'vitest';
import { makeRecords } from '../../../operations/demo/world/records.ts';
import { storeRecords } from '../../../operations/demo/world/store-records.ts';
import { newId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import { openMail } from '../../../platform/mail.ts';
import { outgoing } from '../../../platform/outgoing.ts';
import { deliverDue } from '../../../workplace/notifications/deliver.ts';
import { testSmtp } from '../../../workplace/notifications/testing/smtp.ts';
import { workRuns } from '../../../workplace/runs/work.ts';
import { randomFacts, storeFacts } from '../../stats/testing/random-world.ts';
import { reportRuns } from '../jobs.ts';

const reportCalls = entityCalls(report);

export const QUESTION = {
  tab: 'global',
  timeZone: 'Europe/Berlin',
  dateRange: { start: '2025-03-18', end: '2025-04-13' },
  levels: [{ type: 'geo' }, { type: 'device' }],
  columns: [1, 7, 11, 14],
};

/** No server is behind these addresses; a browser would open them. */
const GOOGLE = {
  clientId: 'client',
  authUrl: 'https://accounts.example.test/',
  tokenInfoUrl: 'https://oauth.example.test/',
  userInfoUrl: 'https://user.example.test/',
  sheetsUrl: 'https://sheets.example.test',
};

/** The parts of a CSV: what it says of itself, the table, and what stands below it. */
export function partsOf(text: string) {
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

export async function reportWorld() {
  const dataDir = await mkdtemp(join(tmpdir(), 'signpost-reports-'));
  const smtp = await testSmtp();
  const publicUrl = new URL('https://signpost.example.test');
  const mail = openMail({ url: smtp.url, from: undefined, publicUrl });
  const world = await testApp({ mail, env: { dataDir, publicUrl, google: GOOGLE } });
  afterAll(async () => {
    mail.close();
    await smtp.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const { db, databases } = world;
  await db.transaction().execute((trx) => storeRecords(trx, makeRecords(), 'http://127.0.0.1:4001'));
  await storeFacts(world, randomFacts(11, 600));
  const log = createLog({ level: 'silent', name: 'test' });
  const deps = { db, clickhouse: databases.clickhouse, dataDir, files: world.deps.files, publicUrl };
  const send = outgoing({ allowPrivate: true });
  const work = () => workRuns({ db, log }, reportRuns(deps), new AbortController().signal);
  const newReport = (more: Record<string, unknown> = {}) => ({
    name: `Report ${newId()}`,
    visibility: 'own',
    format: 'csv',
    definition: { question: QUESTION },
    recipients: [],
    ...more,
  });
  return {
    ...world,
    dataDir,
    smtp,
    reportDeps: deps,
    work,
    newReport,
    /** Creates a report of a person and returns its id. */
    async make(by: Caller, more: Record<string, unknown> = {}): Promise<number> {
      const { status, body } = await attempt(by, reportCalls.create, { body: newReport(more) });
      expect([status, body.errors ?? []]).toEqual([201, []]);
      return body.data.id;
    },
    /** Runs a report to its end and returns the download. */
    async runNow(by: Caller, id: number, send = false) {
      const { downloadId } = await call(by, runReport, { params: { id }, body: { send } });
      await work();
      return await call(by, readDownload, { params: { id: downloadId } });
    },
    async fileOf(downloadId: number): Promise<Buffer> {
      const [row] = await db.selectFrom('reportFiles').select('path').where('downloadId', '=', downloadId).execute();
      return await readFile(join(dataDir, row?.path ?? ''));
    },
    async deliverAll() {
      const mayRead = async () => true;
      while ((await deliverDue({ db, log, send, mail, vault: world.deps.vault, publicUrl, mayRead })) > 0);
    },
    bellOf: (userId: number) =>
      db
        .selectFrom('notices')
        .innerJoin('notifications', 'notifications.id', 'notices.notificationId')
        .select(['title', 'severity', 'body'])
        .where('userId', '=', userId)
        .orderBy('notifications.id')
        .execute(),
    fileText: async (path: string) => await readFile(join(dataDir, path), 'utf8'),
  };
}
