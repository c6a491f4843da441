/** An erasure reaches messages, notes, reported statuses, the history of documents and accounts, and says what stays. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeApiKey } from '@signpost/contract/calls/api-keys.ts';
import { erasePerson, exportPerson, findStoredPerson } from '@signpost/contract/calls/data-protection.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { readProfile } from '@signpost/contract/calls/profile.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { user } from '@signpost/contract/entities/user.ts';
import { whitelistEntry } from '@signpost/contract/entities/whitelist-entry.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { STAYS_AFTER_ERASURE } from '@signpost/contract/operations/erasure.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { runOnce } from '../../platform/postgres.ts';
import { sendMail } from '../../workplace/notifications/outbox.ts';
import { verifyAudit } from '../../workplace/records/verify-audit.ts';

const publisherCalls = entityCalls(publisher);
const userCalls = entityCalls(user);
const whitelistEntryCalls = entityCalls(whitelistEntry);

const world = await testApp();
const { db, databases } = world;
const admin = await world.signIn('Admin');
const now = new Date('2026-11-26T10:00:00Z');
const ZELDA = { text: 'zelda@example.com' };

const mailTo = (to: string, key: string, text = 'Dear Zelda Quuxfield') =>
  db.transaction().execute((trx) =>
    sendMail(trx, now, {
      dedupeKey: key,
      to,
      subject: `Invoice ${key}`,
      content: { html: `<p>${text}`, plain: text },
      attachments: [{ name: 'a.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-') }],
    }),
  );

/** Everything in these tables, as text. */
async function stored(): Promise<string> {
  const { rows } = await sql<{
    text: string;
  }>`SELECT concat_ws(' ', 'delivery', d.state, d.recipient, d.problem) AS text FROM deliveries d
    UNION ALL SELECT concat_ws(' ', n.title, n.body::text) FROM notifications n
    UNION ALL SELECT concat_ws(' ', html, plain) FROM mails
    UNION ALL SELECT body FROM notes
    UNION ALL SELECT notes FROM publishers
    UNION ALL SELECT concat_ws(' ', event, status) FROM affiliate_transactions
    UNION ALL SELECT concat_ws(' ', what, detail::text) FROM document_events
    UNION ALL SELECT concat_ws(' ', name, email) FROM users
    UNION ALL SELECT concat_ws(' ', pattern, notes) FROM sign_in_whitelist
    UNION ALL SELECT concat_ws(' ', email, subject) FROM google_accounts
    UNION ALL SELECT concat(before::text, after::text) FROM audit`.execute(db);
  return rows.map(({ text }) => text).join('\n');
}

beforeEach(async () => {
  await sql`DELETE FROM mail_attachments`.execute(db);
});

it('drops messages that wait, and takes the person out of sent ones, notes, statuses and the history of documents', async () => {
  await mailTo('Zelda@example.com', 'waits');
  await mailTo('zelda@example.com', 'left');
  await mailTo('max@example.com', 'of Max', 'Ask Zelda Quuxfield (zelda@example.com)');
  await runOnce(
    databases.databaseUrl,
    `UPDATE deliveries SET state = 'failed', next_try_at = NULL, finished_at = now(), problem = '550 zelda@example.com is unknown'
       WHERE notification_id = (SELECT id FROM notifications WHERE dedupe_key = 'left');
     INSERT INTO publishers (id, name, commission_percent, notes) VALUES (910, 'Daily Bugle', 20, 'Pays late.
Zelda Quuxfield decides; zelda@example.com');
     INSERT INTO publisher_contacts (publisher_id, position, name, email) VALUES (910, 0, 'Zelda Quuxfield', 'zelda@example.com');
     INSERT INTO notes (author_id, body, entity, record_id, created_at)
       SELECT min(id), text, 'publisher', 910, now() FROM users, (VALUES
         ('ZELDA  Quuxfield wants a call at zelda@example.com.'), ('Ask joe.zelda@example.com or zelda@example.com.au')) AS of(text) GROUP BY text;
     INSERT INTO partner_types (id, name) VALUES (950, 'Types');
     INSERT INTO partners (id, name, partner_type_id, currency) VALUES (951, 'Acme', 950, 'EUR');
     INSERT INTO affiliate_transactions (id, partner_id, reference, event, status, state, occurred_at, received_at, raw)
       SELECT id, 951, 'T-1', '?rejected ' || address, 'rejected ' || address, 'unassigned', now(), now(), '{}' FROM (VALUES
         (71, 'zelda@example.com'), (72, 'ZELDA@example.com'), (73, 'max@example.com')) AS of(id, address);
     INSERT INTO document_events (document_id, at, what, detail) VALUES
       (5, now(), 'sent', '{"to": "zelda@example.com", "files": ["a.pdf"]}'), (5, now(), 'sent', '{"to": "max@example.com"}'),
       (5, now(), 'held back', '{"reason": "ask"}')`,
  );
  const counts = { messages: 3, notes: 1, texts: 1, transactions: 2, documents: 1 };
  const found = await call(admin, findStoredPerson, { body: ZELDA });
  expect([found.contacts.map(({ of }) => of), found.traces]).toEqual([['publisher'], counts]);
  const { traces } = await call(admin, exportPerson, { body: ZELDA });
  expect(traces.messages.map(({ subject, text }) => [subject, text])).toEqual([
    ['Invoice waits', 'Dear Zelda Quuxfield'],
    ['Invoice left', 'Dear Zelda Quuxfield'],
    ['Invoice of Max', 'Ask Zelda Quuxfield (zelda@example.com)'],
  ]);
  expect(traces.notes.map(({ text }) => text)).toEqual(['ZELDA  Quuxfield wants a call at zelda@example.com.']);
  expect(traces.texts).toMatchObject([{ of: 'publisher', id: 910 }]);
  expect(traces.transactions.map(({ id }) => id)).toEqual([71, 72]);
  expect(traces.documents).toMatchObject([{ documentId: 5, what: 'sent' }]);

  const erased = await call(admin, erasePerson, { body: ZELDA });
  expect(erased).toMatchObject({ contacts: 1, traces: counts, stays: STAYS_AFTER_ERASURE });
  const text = await stored();
  expect(text.replaceAll(/joe\.zelda@example\.com|zelda@example\.com\.au/g, '')).not.toMatch(/zelda|quuxfield/i);
  for (const kept of [
    '[erased] wants a call at [erased].',
    'Ask joe.zelda@example.com or zelda@example.com.au',
    'delivery waiting max@example.com',
    'rejected erased-71',
    '?rejected erased-72',
    'rejected max@example.com',
    '"to": "max@example.com"',
    '"to": "[erased]"',
    '"a.pdf"',
    'Invoice waits',
    'Ask [erased] ([erased])',
  ])
    expect(text).toContain(kept);
  const { rows } = await sql`SELECT d.state FROM deliveries d JOIN notifications n ON n.id = d.notification_id
    WHERE n.dedupe_key IN ('waits', 'left') ORDER BY d.id`.execute(db);
  expect(rows).toEqual([{ state: 'dropped' }, { state: 'failed' }]);
  // The attachment of Max is there.
  expect((await sql`SELECT 1 FROM mail_attachments`.execute(db)).rows).toHaveLength(1);
  const nothing = { messages: 0, notes: 0, texts: 0, transactions: 0, documents: 0 };
  expect(await call(admin, findStoredPerson, { body: ZELDA })).toEqual({ leads: [], contacts: [], traces: nothing });
});

it('takes the person out of notes and reasons of records and out of their history, which stays whole', async () => {
  const created = await attempt(admin, publisherCalls.create, {
    body: {
      name: 'Herald',
      currency: 'EUR',
      notes: 'Ask Nora Quillfeather (nora@example.com).\nPays by the 5th.',
      contacts: [
        { name: 'Nora Quillfeather', email: 'nora@example.com' },
        { name: 'Tom Meier', email: 'tom@example.com', note: 'Colleague of nora quillfeather' },
      ],
    },
  });
  expect(created.status).toBe(201);
  const { id, version } = created.body.data;
  const changed = await attempt(admin, publisherCalls.update, {
    params: { id },
    body: {
      version,
      values: { notes: 'Ask\nNora Quillfeather, soon.' },
    },
  });
  expect(changed.status).toBe(200);
  const nora = { text: 'nora@example.com' };
  expect((await call(admin, findStoredPerson, { body: nora })).traces.texts).toBe(1);
  expect((await call(admin, exportPerson, { body: nora })).traces.texts.map(({ text }) => text)).toEqual([
    'Ask\nNora Quillfeather, soon.',
    'Colleague of nora quillfeather',
  ]);
  await call(admin, erasePerson, { body: nora });
  const { rows } = await sql<{ text: string }>`SELECT notes AS text FROM publishers WHERE id = ${id}
    UNION ALL SELECT note FROM publisher_contacts WHERE publisher_id = ${id}
    UNION ALL SELECT concat(before::text, after::text) FROM audit WHERE entity = 'publisher' AND record_id = ${id}
    UNION ALL SELECT answer::text FROM idempotency`.execute(db);
  const text = rows.map((row) => row.text).join(' ');
  expect(text).not.toMatch(/nora|quillfeather/i);
  for (const kept of ['Ask\n[erased], soon.', 'Colleague of [erased]', 'Pays by the 5th.', 'Tom Meier'])
    expect(text).toContain(kept);
  expect((await verifyAudit(db)).broken).toBeNull();
  expect((await call(admin, findStoredPerson, { body: nora })).traces.texts).toBe(0);
});

it('finds a number in texts in whatever way it is written', async () => {
  await runOnce(
    databases.databaseUrl,
    `INSERT INTO notes (author_id, body, entity, record_id, created_at) SELECT min(id), text, 'publisher', 910, now() FROM users,
       (VALUES ('Call +43 (660) 765-4321 today'), ('Call 00436607654321'), ('Not 4366076543210')) AS of(text) GROUP BY text`,
  );
  const body = { text: '+43 660 7654321' };
  expect((await call(admin, findStoredPerson, { body })).traces.notes).toBe(2);
  await call(admin, erasePerson, { body });
  expect(await stored()).not.toMatch(/765-4321|6607654321\b/);
  expect(await stored()).toContain('Not 4366076543210');
});

it('changes nothing else in the history of documents, which stays append-only', async () => {
  for (const change of [
    `UPDATE document_events SET what = 'x'`,
    `UPDATE document_events SET detail = '{"to": "[erased]"}' WHERE what = 'held back'`,
    `UPDATE document_events SET detail = '{"to": "[erased]"}' WHERE detail ? 'files'`,
    `UPDATE document_events SET detail = jsonb_set(detail, '{to}', '"eve@example.com"') WHERE detail ? 'to'`,
    'DELETE FROM document_events',
  ])
    await expect(runOnce(databases.databaseUrl, change), change).rejects.toThrow('append-only');
});

it('closes the account of a person, whose number stays, and leaves nobody who could sign in with it', async () => {
  const person = await world.signIn('Publisher');
  await runOnce(
    databases.databaseUrl,
    `UPDATE users SET name = 'Wanda Willow', email = 'wanda@example.com' WHERE id = ${person.userId};
     INSERT INTO google_accounts (user_id, subject, email, linked_at) VALUES (${person.userId}, 'g-1', 'wanda@example.com', now())`,
  );
  expect(
    (
      await attempt(admin, whitelistEntryCalls.create, {
        body: { pattern: 'wanda@example.com', notes: 'Wanda of Bugle' },
      })
    ).status,
  ).toBe(201);
  const { version } = await call(admin, userCalls.read, { params: { id: person.userId } });
  expect(
    (
      await attempt(admin, userCalls.update, {
        params: { id: person.userId },
        body: { version, values: { name: 'Wanda B. Willow' } },
      })
    ).status,
  ).toBe(200);
  const key = await call(person, makeApiKey, { body: { name: 'Mine', days: 30 } });
  const withKey = () =>
    world.app.inject({
      url: '/api/profile',
      headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${key.key}` },
    });
  expect((await withKey()).statusCode).toBe(200);
  await mailTo('wanda@example.com', 'of the account', 'Dear Wanda');

  const body = { text: 'wanda@example.com' };
  const { contacts } = await call(admin, findStoredPerson, { body });
  expect(contacts.map(({ of, isCurrent }) => [of, isCurrent])).toEqual([
    ['user', true],
    ['whitelistEntry', true],
  ]);
  expect(JSON.stringify(await call(admin, exportPerson, { body }))).toContain('Wanda B. Willow');
  expect(await call(admin, erasePerson, { body })).toMatchObject({ contacts: 2 });

  expect(await stored()).not.toMatch(/wanda|willow/i);
  expect((await refusal(person, readProfile, {})).status).toBe(401);
  expect((await withKey()).statusCode).toBe(401);
  const trail = await sql<{ text: string }>`SELECT concat(before::text, after::text) AS text FROM audit
    WHERE entity = 'user' AND record_id = ${person.userId}`.execute(db);
  expect(trail.rows.map(({ text }) => text).join()).not.toContain('127.0.0.1');
  const { rows } =
    await sql`SELECT name, archived_at IS NOT NULL AS archived FROM users WHERE id = ${person.userId}`.execute(db);
  expect(rows).toEqual([{ name: 'Erased person', archived: true }]);
  expect((await attempt(admin, userCalls.history, { params: { id: person.userId } })).status).toBe(200);
  expect((await verifyAudit(db)).broken).toBeNull();
});

it('takes the addresses of an erased Admin out of the histories of others, and leaves all else in them', async () => {
  const [gone, other] = [await world.signIn('Admin'), await world.signIn('Seo User')];
  await runOnce(
    databases.databaseUrl,
    `UPDATE users SET name = 'Gus Gone', email = 'gus@example.com' WHERE id = ${gone.userId};
     UPDATE users SET name = 'Olga Other', email = 'olga@example.com' WHERE id = ${other.userId}`,
  );
  const key = await call(other, makeApiKey, { body: { name: 'Nightly', days: 30 } });
  const { id: session } = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', other.userId)
    .executeTakeFirstOrThrow();
  const from = async (remoteAddress: string, url: string) =>
    await world.app.inject({
      method: 'DELETE',
      url,
      remoteAddress,
      headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${gone.token}` },
    });
  const path = `/api/users/${other.userId}`;
  expect((await from('203.0.113.77', `${path}/api-keys/${key.id}`)).statusCode).toBe(200);
  expect((await from('203.0.113.77', `${path}/sessions/${session}`)).statusCode).toBe(200);
  const { version } = await call(gone, userCalls.read, { params: { id: other.userId } });
  expect(
    (
      await attempt(gone, userCalls.update, {
        params: { id: other.userId },
        body: { version, values: { name: 'Olga B. Other' } },
      })
    ).status,
  ).toBe(200);
  const trail = async (of: string) =>
    (
      await sql<{ text: string }>`SELECT concat(before::text, after::text) AS text FROM audit
        WHERE entity = 'user' AND record_id = ${other.userId}`.execute(db)
    ).rows
      .map(({ text }) => text)
      .filter((text) => text.includes(of));
  expect(await trail('203.0.113.77')).toHaveLength(2);

  const body = { text: 'gus@example.com' };
  expect(JSON.stringify(await call(admin, exportPerson, { body }))).toContain('203.0.113.77');
  await call(admin, erasePerson, { body });
  expect(await trail('203.0.113.77')).toEqual([]);
  expect(await trail('"key": "Nightly"')).toHaveLength(2);
  // The key was made by the other person, whose own address stays, and so does the name that was changed.
  expect(await trail('127.0.0.1')).toHaveLength(1);
  expect(await trail('Olga B. Other')).toHaveLength(1);
  expect((await verifyAudit(db)).broken).toBeNull();

  // The same change of an entry without the erasure of the person who acted is found.
  await runOnce(
    databases.databaseUrl,
    `UPDATE audit SET after = after || '{"address": "", "userAgent": ""}', erased_at = now() WHERE id =
      (SELECT max(id) FROM audit WHERE after ->> 'event' = 'keyMade' AND record_id = ${other.userId})`,
  );
  expect((await verifyAudit(db)).broken?.problem).toMatch(/no entry says/);
});

it('refuses the own account, so that an Admin remains, and lets another Admin erase it', async () => {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', admin.userId)
    .executeTakeFirstOrThrow();
  const erase = (person: typeof admin, text: string) => attempt(person, erasePerson, { body: { text } });
  expect(await erase(admin, email)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('own account') },
  });
  expect(await call(admin, readProfile, {})).toMatchObject({ email });
  const other = await world.signIn('Admin');
  expect((await erase(other, email)).status).toBe(200);
});

it('says the same in the documentation as in its report', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../../docs/product/data-protection.md'), 'utf8');
  const rows = text.split('\n').map((line) =>
    line
      .replaceAll('`', '')
      .split('|')
      .map((cell) => cell.trim()),
  );
  for (const { what, why } of STAYS_AFTER_ERASURE) expect(rows).toContainEqual(['', what, why, '']);
});
