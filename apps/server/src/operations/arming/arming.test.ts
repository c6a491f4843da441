import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allowOutgoing, readOutgoingStop } from '@signpost/contract/calls/arming.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { outgoingPostback } from '@signpost/contract/entities/outgoing-postback.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { afterAll, expect, it } from 'vitest';
import { conversionWorld } from '../../partners/conversions/testing/world.ts';
import { stopOutgoing } from '../../platform/arming.ts';
import { outgoing } from '../../platform/outgoing.ts';
import { folderStore } from '../../platform/store/folder.ts';
import { silent, testFolder, until } from '../../traffic/clicks/testing/world.ts';
import { planBackup } from '../backup/jobs.ts';
import { allJobs } from '../jobs/index.ts';

const world = await conversionWorld();
const { db, admin, deps } = world;
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(String(request.url));
  response.end('thanks');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const backup = { store: folderStore(await testFolder()), passphrase: undefined, at: '02:30', keep: 1 };
const jobs = allJobs({
  ...deps,
  send: outgoing({ allowPrivate: true }),
  log: silent,
  publicUrl: undefined,
  dataDir: deps.env.dataDir,
  files: deps.files,
  clicks: deps.env.dataDir,
  ratesUrl: undefined,
  ownLinks: { host: '127.0.0.1', clickPort: 0, shortLinkHosts: [] },
  backup: {
    ...backup,
    databaseUrl: world.databases.databaseUrl,
    dataDir: deps.env.dataDir,
    files: deps.files,
    vaultKey: undefined,
  },
  isDemo: true,
});
const never = new AbortController().signal;
const runJob = (name: string) => jobs.find((job) => job.name === name)?.run(never);

const backupState = async () =>
  (await db.selectFrom('runs').select('state').where('kind', '=', 'backup').executeTakeFirst())?.state;

it('sends no postback and takes no backup from a restored copy until an Admin allows it, and writes that into the trail', async () => {
  await stopOutgoing(db, 'This is a copy.', new Date());
  const body = {
    name: 'Bugle',
    publisherId: 910,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cb?e={event}`,
    method: 'GET',
    events: ['first_deposit'],
    status: 'active',
  };
  await call(admin, entityCalls(outgoingPostback).create, { body });
  const clickId = await world.click({ publisherId: 910 });
  await world.post((await world.keyOf(951)).key, { click_id: clickId, status: 'ftd' });
  await world.round();
  await runJob('outgoing postbacks');
  await planBackup(db, '02:30', new Date(Date.now() - 86_400_000));
  await runJob('runs');
  expect(asked).toEqual([]);
  expect(await backupState()).toBe('waiting');

  const manager = await world.signIn('Management');
  const publisher = await world.signIn('Publisher', { publisherId: 910 });
  expect(await call(manager, readOutgoingStop, {})).toMatchObject({ reason: 'This is a copy.' });
  expect((await attempt(publisher, readOutgoingStop, {})).body.data).toBeNull();
  expect((await refusal(manager, allowOutgoing, {})).status).toBe(403);
  expect((await attempt(admin, allowOutgoing, {})).status).toBe(200);
  expect((await refusal(admin, allowOutgoing, {})).status).toBe(400);
  expect((await attempt(manager, readOutgoingStop, {})).body.data).toBeNull();
  await until(async () => {
    await runJob('outgoing postbacks');
    return asked.length > 0;
  });
  expect(asked).toEqual(['/cb?e=first_deposit']);
  await runJob('runs');
  expect(await backupState()).toBe('failed');
  const entries = await db.selectFrom('audit').select(['after', 'userId']).where('action', '=', 'effect').execute();
  expect(entries).toContainEqual({ after: { event: 'outgoingAllowed' }, userId: admin.userId });
});

it('knows every job whose work leaves the installation', () => {
  expect(jobs.filter(({ sends }) => sends === true).map(({ name }) => name)).toEqual([
    'outgoing postbacks',
    'leads to buyers',
    'notifications',
  ]);
});
