/** The links checker over its API, with real runs and the farm of traps. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  downloadLinkResults,
  listLinkChecks,
  listLinkResults,
  readLinkCheck,
  readLinkFile,
  startLinkCheck,
} from '@signpost/contract/calls/link-checks.ts';
import { cancelRun, runAgain } from '@signpost/contract/calls/runs.ts';
import type { LinkCheckSummary, LinkResult } from '@signpost/contract/traffic/links/checks.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { createLog } from '../../platform/log.ts';
import { openMail } from '../../platform/mail.ts';
import { outgoing, type Send } from '../../platform/outgoing.ts';
import { legacyBytes } from '../../platform/testing/legacy-bytes.ts';
import { testSmtp } from '../../workplace/notifications/testing/smtp.ts';
import { workRuns } from '../../workplace/runs/work.ts';
import { linkRuns } from './jobs.ts';
import { farm } from './testing/farm.ts';
import { BROKEN, WALLED, WORKING } from './testing/traps.ts';

const traps = Object.fromEntries([...WORKING, ...WALLED, ...BROKEN].map(({ name, host }) => [name, host]));
const field = await farm(traps);
const smtp = await testSmtp();
const mail = openMail({ url: smtp.url, from: undefined, publicUrl: new URL('https://signpost.example.test') });
afterAll(async () => {
  await field.close();
  mail.close();
  await smtp.close();
});
const own = createServer((request, response) => {
  const isLink = request.url?.startsWith('/box_12');
  response.writeHead(302, { location: isLink ? 'http://plain.farm.test/own' : 'http://plain.farm.test/secret' }).end();
});
await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
const ownLinks = { host: '127.0.0.1', clickPort: (own.address() as AddressInfo).port, shortLinkHosts: [] };
afterAll(() => new Promise((resolve) => own.close(resolve)));
const world = await testApp({ mail, env: ownLinks });
const person = await world.signIn('Operations');
const stranger = await world.signIn('Seo User');
const outsider = await world.signIn('Cost User');
type Person = typeof person;

/** Time passes at once, so that pauses between requests cost nothing. */
const clock = { now: () => Date.now(), wait: async () => undefined };
const log = createLog({ level: 'silent', name: 'test' });
const workOff = (send = field.send) =>
  workRuns(
    { db: world.db, log },
    linkRuns({ db: world.db, send, ownLinks, publicUrl: new URL('https://signpost.example.test'), clock }),
    new AbortController().signal,
  );

async function start(texts: string[], more = {}, by: Person = person): Promise<number> {
  const answer = await attempt(by, startLinkCheck, { body: { texts, ...more } });
  expect([answer.status, answer.body.errors ?? []]).toEqual([201, []]);
  return answer.body.data.id;
}
const read = async (id: number): Promise<LinkCheckSummary> => await call(person, readLinkCheck, { params: { id } });
const results = async (id: number, query: { verdict?: 'blocked' } = {}): Promise<LinkResult[]> =>
  await call(person, listLinkResults, { params: { id }, query });
const at = (name: string, path = '/offer?click={click_id}') => `http://${name}.farm.test${path}`;

describe('a check of links', () => {
  it('tells what is broken, walled or has lost its click id, the worst first', async () => {
    const id = await start([
      at('plain'),
      at('lostinthree'),
      at('cloudflare'),
      at('notfound'),
      'no address',
      at('plain'),
    ]);
    expect(await read(id)).toMatchObject({ name: '5 links', state: 'waiting', done: 1, total: 5, mayCancel: true });
    await workOff();
    expect(await read(id)).toMatchObject({
      problem: null,
      state: 'succeeded',
      done: 5,
      counts: { ok: 2, broken: 1, blocked: 1, unknown: 1, moved: 0, limited: 0, flaky: 0 },
    });
    const [broken, lost, ...others] = await results(id);
    expect(broken).toMatchObject({
      link: at('notfound'),
      verdict: 'broken',
      reason: 'The page does not exist (HTTP 404).',
    });
    expect(lost).toMatchObject({ link: at('lostinthree'), verdict: 'ok', clickId: 'lost', lostAtStep: 4 });
    expect(lost?.steps.map(({ hasClickId }) => hasClickId)).toEqual([true, true, true, false]);
    expect(others.map(({ verdict }) => verdict)).toEqual(['unknown', 'blocked', 'ok']);
    expect((await results(id, { verdict: 'blocked' })).map(({ link }) => link)).toEqual([at('cloudflare')]);
  });

  it('opens an address once for all its places', async () => {
    const before = field.requestsTo('forsale');
    await start([at('forsale', '/offer'), 'forsale.farm.test/offer#x', at('forsale', '/offer')]);
    await workOff();
    expect(field.requestsTo('forsale') - before).toBeLessThanOrEqual(4);
  });

  it('opens an address once however it is spelled', async () => {
    const before = field.requestsTo('plain');
    const id = await start([
      'http://plain.farm.test/',
      'HTTP://PLAIN.FARM.TEST/',
      'http://plain.farm.test',
      'http://plain.farm.test/#top',
    ]);
    await workOff();
    expect((await results(id)).map(({ verdict }) => verdict)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(field.requestsTo('plain') - before).toBe(1);
  });

  it('does not say that a click id survives where nothing answered', async () => {
    const id = await start([at('noname')]);
    await workOff();
    expect(await results(id)).toMatchObject([{ verdict: 'broken', http: null, clickId: null }]);
    const { text } = await attempt(person, downloadLinkResults, { params: { id, format: 'csv' } });
    expect(text).toContain('Not checked');
  });

  it('says how many links are too many, whether they came in one text or in many', async () => {
    const links = Array.from({ length: 10_001 }, (_, n) => `https://a.example/${n}`);
    for (const texts of [
      links,
      [links.slice(0, 600).join(' '), ...links.slice(600)],
      links.map((link) => `${link}\n${link}b`),
    ])
      expect((await refusal(person, startLinkCheck, { body: { texts } })).errors).toEqual([
        {
          path: 'texts',
          message: expect.stringMatching(/^A check has at most 10000 links, these are (10001|20002)\.$/),
        },
      ]);
  });

  it('opens our own links although this machine is private, and nothing else of it', async () => {
    const base = `http://127.0.0.1:${ownLinks.clickPort}`;
    const guarded: Send = (request) =>
      request.url.startsWith(base) ? outgoing({ allowPrivate: false })(request) : field.send(request);
    const id = await start(['box_12', `${base}/box_12?x=1`, `${base}/postback?click=1`]);
    await workOff(guarded);
    expect((await results(id)).map(({ link, verdict, end, reason }) => [link, verdict, end, reason])).toEqual([
      [`${base}/postback?click=1`, 'unknown', `${base}/postback?click=1`, 'The address leads into a private network.'],
      ['box_12', 'ok', 'http://plain.farm.test/own', ''],
      [`${base}/box_12`, 'ok', 'http://plain.farm.test/own', ''],
    ]);
  });

  it('says why an address is not opened', async () => {
    const id = await start(['https://user:pass@example.com/', `https://${'a'.repeat(300)}.example/`]);
    await workOff(outgoing({ allowPrivate: false }));
    expect((await results(id)).map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['unknown', 'The address contains a user name or a password.'],
      ['unknown', 'The host name is too long: 63 characters between two dots, and 253 in all.'],
    ]);
  });

  it('can be saved as CSV and XLSX, in the order of the links and without formulas', async () => {
    const id = await start([at('plain', '/=1+1'), at('notfound', '/')]);
    await workOff();
    const csv = await attempt(person, downloadLinkResults, { params: { id, format: 'csv' } });
    const [head, first, second] = csv.text.replace('\uFEFF', '').split('\r\n');
    expect(head).toMatch(/^Link,Verdict,Reason,HTTP,Final address/);
    expect(first).toMatch(/^http:\/\/plain\.farm\.test\/=1\+1,OK/);
    expect(second).toMatch(/^http:\/\/notfound\.farm\.test\/,Broken,The page does not exist \(HTTP 404\)\./);
    const xlsx = await attempt(person, downloadLinkResults, { params: { id, format: 'xlsx' } });
    const [sheet] = await readXlsxFile(xlsx.bytes);
    const [, firstRow, secondRow] = sheet?.data ?? [];
    expect([firstRow?.[0], firstRow?.[3], secondRow?.[3]]).toEqual([at('plain', '/=1+1'), 200, 404]);
    const checkedAt = first?.split(',').at(-1) ?? '';
    // A spreadsheet holds a time as a fraction of a day, which is exact to a millisecond.
    const apart = Number(firstRow?.[10]) - Date.parse(`${checkedAt.slice(0, 19)}Z`);
    expect(Math.abs(apart)).toBeLessThanOrEqual(1);
  });

  it('belongs to its person alone, and to people who may open the screen', async () => {
    const id = await start([at('plain')]);
    for (const definition of [readLinkCheck, listLinkResults, downloadLinkResults])
      expect((await refusal(stranger, definition, { params: { id, format: 'csv' } })).status).toBe(404);
    expect(await call(stranger, listLinkChecks, { query: {} })).toEqual([]);
    expect((await refusal(outsider, listLinkChecks, {})).status).toBe(403);
    expect((await refusal(outsider, startLinkCheck, { body: { texts: [at('plain')] } })).status).toBe(403);
    expect((await call(person, listLinkChecks, { query: {} }))[0]?.id).toBe(id);
  });

  it('keeps what was found when it is cancelled, and goes on with the rest when it runs again', async () => {
    const id = await start([at('plain', '/1'), at('plain', '/2')]);
    const { runId } = await read(id);
    expect((await attempt(person, cancelRun, { params: { id: runId } })).status).toBe(200);
    await workOff();
    expect(await read(id)).toMatchObject({ state: 'cancelled', done: 0, mayRunAgain: true });
    expect((await attempt(person, runAgain, { params: { id: runId } })).status).toBe(200);
    await workOff();
    expect(await read(id)).toMatchObject({ state: 'succeeded', done: 2, counts: { ok: 2 } });
  });

  it('is refused without a single address', async () => {
    const { status, body } = await attempt(person, startLinkCheck, { body: { texts: ['hello', 'you there'] } });
    expect([status, body.errors]).toEqual([400, [{ path: 'texts', message: 'There is no web address in this text.' }]]);
  });

  it('ends when its person may no longer open the screen', async () => {
    const loser = await world.signIn('Operations');
    const id = await start([at('plain')], {}, loser);
    await world.db.updateTable('users').set({ grade: 'Cost User' }).where('id', '=', loser.userId).execute();
    await workOff();
    const run = await world.db
      .selectFrom('runs')
      .select(['state', 'problem'])
      .where('title', '=', 'Check 1 link')
      .where('ownerId', '=', loser.userId)
      .executeTakeFirstOrThrow();
    expect([id > 0, run.state, run.problem]).toEqual([
      true,
      'failed',
      'The person who started this check may no longer open the links checker.',
    ]);
  });

  it('answers by mail with the results attached, once', async () => {
    await start([at('notfound', '/mail')], { source: 'email', name: 'October links' });
    await workOff();
    const mails = await world.db
      .selectFrom('notifications')
      .innerJoin('mailAttachments', 'mailAttachments.notificationId', 'notifications.id')
      .innerJoin('deliveries', 'deliveries.notificationId', 'notifications.id')
      .select(['title', 'name', 'content', 'state'])
      .where('title', 'like', '%October links')
      .execute();
    expect(mails).toMatchObject([{ title: '1 broken link: October links', name: 'links.csv', state: 'waiting' }]);
    expect(mails[0]?.content.toString()).toContain('http://notfound.farm.test/mail,Broken');
  });
});

describe('a file of links', () => {
  async function columnsOf(content: string | Uint8Array<ArrayBuffer>, by: Person = person, encoding = '') {
    const form = new FormData();
    if (encoding !== '') form.append('encoding', encoding);
    form.append('file', new File([content], 'links.csv', { type: 'text/csv' }));
    return (await attempt(by, readLinkFile, { body: form })).body;
  }

  it('shows its columns and suggests the one with the most links', async () => {
    const { data } = await columnsOf(
      'Name;Old;New\nA;a.example/1;\nB;https://b.example;b.example/2\nC;;c.example/3;x\n',
    );
    expect(data).toEqual({
      columns: [
        { name: 'Name', links: 0, values: ['A', 'B', 'C'] },
        { name: 'Old', links: 2, values: ['a.example/1', 'https://b.example'] },
        { name: 'New', links: 2, values: ['b.example/2', 'c.example/3'] },
        { name: 'Column 4', links: 0, values: ['x'] },
      ],
      suggested: 1,
      otherSheets: [],
      encoding: null,
      calculated: { count: 0, cells: [] },
    });
    expect((await columnsOf('https://a.example\nhttps://b.example\n')).data).toMatchObject({
      columns: [{ name: 'Column 1', links: 2 }],
      suggested: 0,
    });
  });

  it('names the sheets of a workbook that are not read', async () => {
    const rows = [[{ value: 'https://a.example', type: String }]];
    const workbook = await writeXlsxFile([
      { data: rows, sheet: 'October' },
      { data: rows, sheet: 'November' },
    ]).toBuffer();
    expect((await columnsOf(new Uint8Array(workbook))).data).toMatchObject({ otherSheets: ['November'] });
  });

  it('is read in its encoding, which is asked for where it is not clear', async () => {
    const polish = legacyBytes('windows-1250', 'Źródło;Link\nŁódź;a.example\nWrocław;b.example\n');
    expect((await columnsOf(new Uint8Array(polish))).data).toMatchObject({
      columns: [{ name: 'Źródło', values: ['Łódź', 'Wrocław'] }, { links: 2 }],
      encoding: { name: 'windows-1250', isChosen: false },
    });
    const capitals = new Uint8Array(legacyBytes('windows-1253', 'ΧΩΡΑ;Link\nΕΛΛΑΔΑ;a.example\nΗΜΕΡΟΜΗΝΙΑ;\n'));
    expect((await columnsOf(capitals)).errors).toMatchObject([{ path: 'encoding' }]);
    expect((await columnsOf(capitals, person, 'windows-1253')).data).toMatchObject({
      columns: [{ name: 'ΧΩΡΑ' }, { links: 1 }],
      encoding: { name: 'windows-1253', isChosen: true },
    });
  });

  it('names the cells whose addresses are calculated', async () => {
    const link = (value: string) => ({ value, type: 'Formula' }) as const;
    const sheet = async (...formulas: string[]) => {
      const rows = formulas.map((formula) => [link(formula)]);
      return new Uint8Array(await writeXlsxFile([[{ value: 'Link', type: String }], ...rows]).toBuffer());
    };
    const calculated = 'HYPERLINK(B1,"Two")';
    const { data } = await columnsOf(await sheet('HYPERLINK("https://a.example","One")', calculated));
    expect(data).toMatchObject({ columns: [{ links: 1 }], calculated: { count: 1, cells: ['A3'] } });
    expect((await columnsOf(await sheet(calculated))).errors).toEqual([
      {
        path: 'file',
        message:
          'No column of this file contains web addresses. 1 cell has a link whose address is calculated by a formula and cannot be read: A2.',
      },
    ]);
  });

  it('is refused without links, empty, or too long', async () => {
    for (const [text, message] of [
      ['', 'The file is empty.'],
      ['a,b\n1,2\n', 'No column of this file contains web addresses.'],
      ['a.example\n'.repeat(10_001), 'A file has at most 10000 rows, this one has 10001.'],
    ] as const)
      expect((await columnsOf(text)).errors).toEqual([{ path: 'file', message }]);
    expect((await columnsOf('a.example', outsider)).errorCode).toBe('FORBIDDEN');
  });
});
