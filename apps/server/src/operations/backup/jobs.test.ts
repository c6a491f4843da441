import { listAttention } from '@signpost/contract/calls/attention.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { folderStore } from '../../platform/store/folder.ts';
import { silent, testFolder } from '../../traffic/clicks/testing/world.ts';
import { workRuns } from '../../workplace/runs/work.ts';
import { type BackupPlan, backupRuns, planBackup, removeOld } from './jobs.ts';
import { listBackups } from './manifest.ts';

const dataDir = await testFolder();
const world = await testApp({ env: { dataDir } });
const { db, databases } = world;
const admin = await world.signIn('Admin');
const store = folderStore(await testFolder());
const plan: BackupPlan = {
  store,
  passphrase: 'a passphrase of the tests',
  at: '02:30',
  keep: 2,
  databaseUrl: databases.databaseUrl,
  dataDir,
  files: folderStore(dataDir),
  vaultKey: undefined,
};
const never = new AbortController().signal;
const runDue = async (changed: Partial<BackupPlan> = {}) => {
  await sql`UPDATE runs SET next_try_at = now() WHERE state = 'waiting'`.execute(db);
  const kinds = backupRuns({ db, clickhouse: databases.clickhouse, backup: { ...plan, ...changed } });
  await workRuns({ db, log: silent }, kinds, never);
};
const runs = () => db.selectFrom('runs').select(['key', 'state', 'problem', 'expectedAt']).orderBy('id').execute();
const attention = async () => await call(admin, listAttention, {});
const missing = async () => (await attention()).find(({ id }) => id === 'backups')?.count ?? 0;

it('plans the next backup before it is due, once', async () => {
  expect(await planBackup(db, '02:30', new Date('2026-11-23T02:00:00Z'))).toBe(true);
  expect(await planBackup(db, '02:30', new Date('2026-11-23T02:10:00Z'))).toBe(false);
  expect(await planBackup(db, '02:30', new Date('2026-11-23T02:30:01Z'))).toBe(true);
  expect(await runs()).toMatchObject([
    { key: 'backup 2026-11-23', expectedAt: new Date('2026-11-23T02:30:00Z') },
    { key: 'backup 2026-11-24', expectedAt: new Date('2026-11-24T02:30:00Z') },
  ]);
});

it('ends a backup that fails with its reason, tells the Admins, and shows it until one succeeds', async () => {
  await sql`DELETE FROM runs WHERE key = 'backup 2026-11-24'`.execute(db);
  await runDue({ passphrase: 'short' });
  expect(await runs()).toMatchObject([{ state: 'failed', problem: expect.stringContaining('BACKUP_PASSPHRASE') }]);
  const notices = await db.selectFrom('notifications').select('title').execute();
  expect(notices).toContainEqual({ title: 'Failed: Backup of 2026-11-23' });
  expect(await missing()).toBe(1);

  await planBackup(db, '02:30', new Date());
  await runDue();
  expect((await runs()).at(-1)).toMatchObject({ state: 'succeeded' });
  expect(await listBackups(store)).toMatchObject([{ isComplete: true }]);
  expect(await missing()).toBe(0);
});

it('shows that the last backup is too old while another is planned', async () => {
  await planBackup(db, '02:30', new Date(Date.now() + 86_400_000));
  await sql`UPDATE runs SET finished_at = now() - interval '37 hours' WHERE state = 'succeeded'`.execute(db);
  await sql`UPDATE runs SET finished_at = now() - interval '50 hours' WHERE state = 'failed'`.execute(db);
  expect(await missing()).toBe(1);
  await sql`DELETE FROM runs WHERE state = 'waiting'`.execute(db);
  expect(await missing()).toBe(0);
});

it('says so, and takes no second backup, when an older one cannot be removed', async () => {
  await planBackup(db, '02:30', new Date(Date.now() + 2 * 86_400_000));
  const [older] = await listBackups(store);
  const remove = async (name: string) => {
    if (name === `${older?.id}/manifest.json`) throw new Error(`EACCES: permission denied, unlink '${name}'`);
    await store.remove(name);
  };
  await runDue({ keep: 1, store: { ...store, remove } });
  expect((await runs()).at(-1)).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/^The backup \S+ is complete, but older ones could not be removed from .* EACCES/),
  });
  expect(await listBackups(store)).toMatchObject([{ id: older?.id, isComplete: true }, { isComplete: true }]);
});

it('keeps the newest complete backups and removes the others and old unfinished ones', async () => {
  const kept = folderStore(await testFolder());
  const put = async (id: string, isComplete: boolean) => {
    await kept.put(`${id}/tables/users.copy.gz.0000`, Buffer.from('x'));
    if (isComplete) await kept.put(`${id}/manifest.json`, Buffer.from('{}'));
  };
  for (const day of ['20', '21', '22']) await put(`202611${day}T023000Z-000000`, true);
  await put('20261119T023000Z-000000', false);
  await put('20261123T023000Z-000000', false);
  await kept.put('notes.txt', Buffer.from('mine'));
  expect(await removeOld(kept, 2, new Date('2026-11-23T03:00:00Z'))).toEqual([
    '20261120T023000Z-000000',
    '20261119T023000Z-000000',
  ]);
  expect((await listBackups(kept)).map(({ id }) => id)).toEqual([
    '20261121T023000Z-000000',
    '20261122T023000Z-000000',
    '20261123T023000Z-000000',
  ]);
  expect(await kept.list('notes')).toMatchObject([{ name: 'notes.txt' }]);
});
