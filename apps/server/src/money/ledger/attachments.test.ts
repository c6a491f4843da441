import { downloadAttachment, uploadAttachment } from '@signpost/contract/calls/attachments.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { attachmentIdOf, type Image } from '@signpost/contract/define/image.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { manualTransaction } from '@signpost/contract/entities/manual-transaction.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { removeExpired } from '../../operations/jobs/removals.ts';

const campaignCalls = entityCalls(campaign);
const manualTransactionCalls = entityCalls(manualTransaction);

const world = await testApp();
const cost = await world.signIn('Cost User');
const management = await world.signIn('Management');
const adder = await world.signIn('Exclude All Pages', { includedPaths: ['/manual-transaction/add'] });
const seo = await world.signIn('Seo User');
type Person = typeof cost;

const BYTES = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from([0, 255, 13, 10, 128]), Buffer.from('\n%%EOF\n')]);

async function upload(by: Person, bytes: Buffer, name = 'Bill of “Alpha” (März).pdf') {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }));
  return await attempt(by, uploadAttachment, { body: form });
}

const download = (by: Person, id: string | undefined) => attempt(by, downloadAttachment, { params: { id } });

const enter = (by: Person, attachments: readonly Image[]) =>
  attempt(by, manualTransactionCalls.create, {
    body: {
      reason: 'Bill',
      entryKind: 'cost',
      day: '2026-03-01',
      amount: '10',
      currency: 'EUR',
      attachments,
    },
  });

it('keeps a PDF byte by byte and shows it to whoever sees the entry', async () => {
  const { status, body } = await upload(cost, BYTES);
  expect([status, body.errors ?? []]).toEqual([201, []]);
  const file: Image = body.data;
  const id = attachmentIdOf(file.path);
  expect(file).toMatchObject({ value: 'Bill of “Alpha” (März).pdf', small: null });
  // Until an entry shows it, it is its owner's alone.
  expect((await download(management, id)).status).toBe(404);
  expect((await enter(cost, [file])).status).toBe(201);
  for (const person of [cost, management]) {
    const { status: http, headers, bytes } = await download(person, id);
    expect([http, bytes.equals(BYTES)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Bill of Alpha (Maerz).pdf"; filename*=UTF-8''Bill%20of%20%E2%80%9CAlpha%E2%80%9D%20%28M%C3%A4rz%29.pdf`,
      'content-security-policy': "sandbox; default-src 'none'",
    });
  }
  expect((await download(adder, id)).status).toBe(404);
  expect((await download(seo, id)).status).toBe(403);
  expect((await upload(seo, BYTES)).status).toBe(403);
});

it('refuses what only claims to be a PDF, and what is larger than 10 MB', async () => {
  const notPdf = [{ path: 'file', message: 'This file is not a PDF.' }];
  for (const bytes of [Buffer.from('<html>'), Buffer.from('%PDF-1.7 cut off'), Buffer.from('MZ %PDF-1.7 %%EOF')]) {
    const { status, body } = await upload(cost, bytes);
    expect([status, body.errors]).toEqual([400, notPdf]);
  }
  const large = Buffer.concat([BYTES, Buffer.alloc(10 * 1024 * 1024), BYTES]);
  expect(await upload(cost, large)).toMatchObject({ status: 413, body: { message: 'The file is larger than 10 MB.' } });
  expect((await upload(cost, large.subarray(0, 0))).status).toBe(400);
});

it('accepts no PDF where only images belong', async () => {
  const file: Image = (await upload(cost, BYTES)).body.data;
  const answer = await world
    .signIn('Admin')
    .then((admin) => attempt(admin, campaignCalls.create, { body: { images: [file] } }));
  expect(answer.body.errors).toContainEqual({ path: 'images', message: 'Images have to be jpeg, jpg or png.' });
});

it('removes a PDF that no entry shows after 30 days, and keeps the others', async () => {
  const [shown, unused]: Image[] = [(await upload(cost, BYTES)).body.data, (await upload(cost, BYTES)).body.data];
  if (shown === undefined || unused === undefined) throw new Error('Nothing was uploaded.');
  expect((await enter(cost, [shown])).status).toBe(201);
  await sql`UPDATE attachments SET added_at = now() - interval '31 days'`.execute(world.db);
  await removeExpired(world.db, new Date());
  expect((await download(cost, attachmentIdOf(shown.path))).status).toBe(200);
  expect((await download(cost, attachmentIdOf(unused.path))).status).toBe(404);
});
