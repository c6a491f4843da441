/** Two machines with data folders of their own and one store: what one stores, the other serves. */
import { readdir } from 'node:fs/promises';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { readDownload, runReport } from '@signpost/contract/calls/reports.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { readEnv } from '../../env.ts';
import { reportRuns } from '../../insight/reports/jobs.ts';
import { reportWorld } from '../../insight/reports/testing/world.ts';
import { openFiles } from '../../platform/store/open.ts';
import { startS3 } from '../../platform/testing/s3.ts';
import { silent, testFolder, visit } from '../../traffic/clicks/testing/world.ts';
import { workRuns } from '../../workplace/runs/work.ts';
import * as click from './click.ts';
import { roleVariables } from './testing/variables.ts';
import * as web from './web.ts';

const reportCalls = entityCalls(entities.report);

const world = await reportWorld();
const { db } = world;
const admin = await world.signIn('Admin');
const s3 = await startS3(await testFolder());
const envOf = async () =>
  readEnv({
    ...(await roleVariables(world.databases)),
    FILES_TARGET: 's3://files/signpost',
    FILES_S3_ENDPOINT: s3.access.endpoint ?? '',
    AWS_ACCESS_KEY_ID: s3.access.accessKeyId ?? '',
    AWS_SECRET_ACCESS_KEY: s3.access.secretAccessKey ?? '',
  });
const [one, other] = [await envOf(), await envOf()];
const roles = [await web.run(one), await web.run(other), await click.run(other)];
afterAll(async () => {
  for (const role of roles) await role.stop();
  await s3.stop();
});

const files = await openFiles('/nowhere', one.files);
const headers = { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${admin.token}` };
const fetchFrom = (env: typeof one, path: string) => fetch(`http://127.0.0.1:${env.port}${path}`, { headers });

async function upload(colour: string) {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: colour } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(picture)]), `${colour}.png`);
  const answer = await fetch(`http://127.0.0.1:${one.port}/api/images`, { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
}

async function makeReport() {
  const data = await call(admin, reportCalls.create, { body: world.newReport() });
  const { downloadId } = await call(admin, runReport, { params: { id: data.id }, body: {} });
  return {
    work: async () => {
      await sql`UPDATE runs SET next_try_at = now() WHERE state = 'waiting'`.execute(db);
      await workRuns({ db, log: silent }, reportRuns({ ...world.reportDeps, files }), new AbortController().signal);
      return await call(admin, readDownload, { params: { id: downloadId } });
    },
  };
}

const uploaded = { path: '', small: '' };
let reportPath = '';

it('serves an image that was uploaded on another machine, on the app’s port and on the click port', async () => {
  const { status, body } = await upload('red');
  expect(status).toBe(201);
  Object.assign(uploaded, body.data);
  for (const path of [uploaded.path, uploaded.small]) {
    const own = await fetchFrom(one, path);
    const others = await fetchFrom(other, path);
    expect([own.status, others.status, others.headers.get('content-type')]).toEqual([200, 200, 'image/png']);
    expect(Buffer.from(await others.arrayBuffer())).toEqual(Buffer.from(await own.arrayBuffer()));
  }
  expect(await visit(other.clickPort, uploaded.path)).toMatchObject({ status: 200 });
  expect((await visit(other.clickPort, uploaded.path.replace(/[0-9a-f]{32}/, 'a'.repeat(32)))).status).toBe(404);
  expect((await readdir(one.dataDir)).concat(await readdir(other.dataDir))).not.toContain('images');
});

it('downloads a report that a worker of another machine has made', async () => {
  const download = await (await makeReport()).work();
  expect(download.state).toBe('succeeded');
  reportPath = `/api/report-downloads/${download.id}/files/${download.files[0]?.id}`;
  const answer = await fetchFrom(other, reportPath);
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, download.files[0]?.bytes]);
});

it('says where a file is missing while the store is away, and makes the report later', async () => {
  const blue = (await upload('blue')).body.data.path;
  const report = await makeReport();
  await s3.stop();
  const message = 'The image could not be stored. Try again in a moment.';
  expect(await upload('green')).toMatchObject({
    status: 503,
    body: { errorCode: 'UNAVAILABLE', message, errors: [{ path: 'file', message }] },
  });
  expect((await fetchFrom(other, blue)).status).toBe(503);
  expect((await fetchFrom(other, reportPath)).status).toBe(503);
  expect(await visit(other.clickPort, blue)).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
  // The router goes on showing pictures that it has shown before.
  expect((await visit(other.clickPort, uploaded.path)).status).toBe(200);
  expect((await report.work()).state).toBe('waiting');
});
