/** Partners' files that are not in Unicode, from the upload to the import. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { checkGamblingImport, showGamblingImport, uploadGamblingFile } from '@signpost/contract/calls/ledger.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { EncodingName } from '@signpost/contract/reading/encodings.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import { legacyBytes } from '../../../platform/testing/legacy-bytes.ts';
import { workRuns } from '../../../workplace/runs/work.ts';
import { partnerFiguresRun } from './work.ts';

const partnerCalls = entityCalls(entities.partner);

const world = await testApp();
const admin = await world.signIn('Admin');
const log = createLog({ level: 'silent', name: 'test' });
const work = () => workRuns({ db: world.db, log }, [partnerFiguresRun({ db: world.db })], new AbortController().signal);
const partner = async () => {
  const body = { name: newId(), partnerTypeId: 105, status: 'active', currency: 'EUR', timeZone: 'UTC' };
  return (await call(admin, partnerCalls.create, { body })).id;
};

/** Uploads as a browser does. */
async function upload(file: Buffer, fields: Readonly<Record<string, string | number>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', new Blob([new Uint8Array(file)]), 'march.csv');
  const { status, body } = await attempt(admin, uploadGamblingFile, { body: form });
  return { status, data: body.data, error: body.errors?.[0] };
}

const SOURCE = 'Łódź – gazeta';
const POLISH = `Data;Źródło ruchu;Rejestracje;Przychód\n2026-10-01;${SOURCE};3;100,50\n`;
/** The bytes of these letters are likely in several encodings. */
const UNCLEAR = 'Date;ΧΩΡΑ;Revenue\n2026-10-01;ΕΛΛΑΔΑ;5\n2026-10-02;ΗΜΕΡΟΜΗΝΙΑ;6\n';

it('reads the names of a file in Windows-1250, whose columns are then assigned', async () => {
  const partnerId = await partner();
  const { data } = await upload(legacyBytes('windows-1250', POLISH), { partnerId });
  expect(data).toMatchObject({
    columns: ['Data', 'Źródło ruchu', 'Rejestracje', 'Przychód'],
    sample: [['2026-10-01', SOURCE, '3', '100,50']],
    detected: { encoding: { name: 'windows-1250', isChosen: false } },
  });
  const columns = { day: 'Data', registrations: 'Rejestracje', revenue: 'Przychód' };
  await call(admin, checkGamblingImport, { params: { id: data.id }, body: { ...data.mapping, columns } });
  await work();
  const checked = await call(admin, showGamblingImport, { params: { id: data.id } });
  expect(checked).toMatchObject({ state: 'checked', rowsGood: 1, errors: [] });
});

it('says nothing of the encoding of a file in UTF-8, and reads it as such whatever is chosen', async () => {
  const partnerId = await partner();
  const { data } = await upload(Buffer.from(POLISH), { partnerId, encoding: 'windows-1252' });
  expect(data.columns[1]).toBe('Źródło ruchu');
  expect(data.detected.encoding).toBeNull();
});

it('asks for an encoding that is not clear, reads the chosen one, and refuses unknown ones', async () => {
  const partnerId = await partner();
  const bytes = legacyBytes('windows-1253', UNCLEAR);
  const asked = await upload(bytes, { partnerId });
  expect(asked).toMatchObject({ status: 400, error: { path: 'encoding' } });
  expect(asked.error?.message).toContain('ΧΩΡΑ');
  expect(await upload(bytes, { partnerId, encoding: 'klingon' })).toMatchObject({ error: { path: 'encoding' } });
  const { data } = await upload(bytes, { partnerId, encoding: 'windows-1253' });
  expect(data.columns[1]).toBe('ΧΩΡΑ');
  expect(data.detected.encoding).toEqual({ name: 'windows-1253', isChosen: true });
});

it('reads the file of an import again in another encoding, as long as nothing of it counts', async () => {
  const partnerId = await partner();
  const bytes = legacyBytes('windows-1250', POLISH);
  const { data: first } = await upload(bytes, { partnerId });
  const again = (encoding: EncodingName, more: { partnerId: number }) =>
    upload(bytes, { importId: first.id, encoding, ...more });
  const { data } = await again('iso-8859-2', { partnerId });
  expect([data.id, data.state, data.detected.encoding]).toEqual([
    first.id,
    'uploaded',
    { name: 'iso-8859-2', isChosen: true },
  ]);
  expect(data.columns[1]).not.toBe('Źródło ruchu');
  expect((await again('windows-1250', { partnerId })).data.columns[1]).toBe('Źródło ruchu');
  expect(await again('windows-1250', { partnerId: await partner() })).toMatchObject({ error: { path: 'partnerId' } });
  expect((await upload(bytes, { partnerId, importId: 999_999_999 })).status).toBe(404);
  expect(await upload(bytes, { partnerId, importId: 'x' })).toMatchObject({ error: { path: 'importId' } });
  await sql`UPDATE gambling_imports SET import_state = 'imported' WHERE id = ${first.id}`.execute(world.db);
  expect((await again('iso-8859-2', { partnerId })).error?.message).toBe('This import is already imported.');
  expect((await again('iso-8859-2', { partnerId })).status).toBe(400);
});
