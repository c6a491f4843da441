import { createHash } from 'node:crypto';
import { downloadDocument } from '@signpost/contract/calls/document-files.ts';
import type { Caller } from '@signpost/testkit/app.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { documentWorld } from './testing/world.ts';

const world = await documentWorld();
const { author, db, tell, draft, issue } = world;

/** A file of a document, as bytes. */
async function download(by: Caller, id: number, form: string) {
  const { status, headers, bytes } = await attempt(by, downloadDocument, { params: { id, form } });
  return { status, headers, body: bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}

it('gives the same PDF and XML of an issued document after both parties were renamed, and its lines as CSV', async () => {
  await tell([{ partnerId: 951, amount: '100.005', revenue: '100.005', firstDeposits: 1 }]);
  const id = await draft('receivable', 951);
  const draftPdf = await download(author, id, 'pdf');
  expect([draftPdf.status, draftPdf.headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="draft-${id}.pdf"`,
  ]);
  expect((await download(author, id, 'xml')).status).toBe(400);
  await issue(id);
  const before = [await download(author, id, 'pdf'), await download(author, id, 'xml')];
  expect(before.map(({ status, headers }) => [status, headers['content-type']])).toEqual([
    [200, 'application/pdf'],
    [200, 'application/xml'],
  ]);
  expect(before[1]?.body.toString()).toContain('<cbc:RegistrationName>Acme GmbH</cbc:RegistrationName>');
  await sql`UPDATE partners SET legal_name = 'Acme Renamed', street = 'Elsewhere' WHERE id = 951`.execute(db);
  await sql`UPDATE legal_entities SET legal_name = 'Signpost Renamed' WHERE id = 1`.execute(db);
  const after = [await download(author, id, 'pdf'), await download(author, id, 'xml')];
  expect(after.map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
  const lines = await download(author, id, 'csv');
  expect(lines.body.toString().split('\r\n').at(-2)).toMatch(/^SP-INV-2026-\d+,2026-11-05,,Total,,,,,,120\.01,EUR/);
  expect((await download(author, id, 'attached')).status).toBe(404);
});

it('refuses the files of a document to people who do not see it', async () => {
  await tell([{ partnerId: 952, currency: 'USD', amount: '50', revenue: '40', firstDeposits: 1 }]);
  const id = await draft('receivable', 952, 'USD');
  for (const grade of ['Default User', 'Publisher', 'Operations'] as const) {
    const other = await world.signIn(grade);
    for (const form of ['pdf', 'xml', 'csv', 'attached'])
      expect([403, 404]).toContain((await download(other, id, form)).status);
  }
  expect((await download(author, id, 'exe')).status).toBe(400);
});

it('names countries and the reason for no VAT in German on the document of a German-speaking legal entity', async () => {
  await sql`UPDATE legal_entities SET document_language = 'de' WHERE id = 1`.execute(db);
  await tell([{ partnerId: 952, amount: '10', currency: 'USD', rate: '0.8', revenue: '8', geoId: 57 }]);
  const { payload } = await world.view(await draft('receivable', 952, 'USD'));
  expect([payload.seller.country, payload.buyer.country]).toEqual(['Österreich', 'Deutschland']);
  expect(payload.lines[0]?.description).toBe('CPA Provision · Deutschland · Oktober 2026');
  expect(payload.groups[0]?.note).toBe(
    'Steuerschuldnerschaft des Leistungsempfängers (Artikel 196 der Richtlinie 2006/112/EG).',
  );
  await sql`UPDATE partners SET billing_geo_id = (SELECT id FROM geos WHERE code = 'CH'), vat_id = NULL WHERE id = 952`.execute(
    db,
  );
  await tell([{ partnerId: 952, amount: '10', revenue: '10' }]);
  const outside = (await world.view(await draft('receivable', 952))).payload;
  expect(outside.buyer.country).toBe('Schweiz');
  expect(outside.groups[0]?.note).toMatch(/^Nicht steuerbar: Der Ort der Leistung liegt außerhalb/);
});
