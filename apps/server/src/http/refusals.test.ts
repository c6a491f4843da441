import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { addNote } from '@signpost/contract/calls/notes.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { buildPartner } from '@signpost/testkit/factories.ts';
import { expect, it } from 'vitest';

const tagCalls = entityCalls(entities.tag);

const world = await testApp();
const admin = await world.signIn('Admin');
const { id: partnerId } = await buildPartner(world.db);
const subject = { kind: 'record', entity: 'partner', id: partnerId };

it('names the field whose text contains a NUL character', async () => {
  const answer = await attempt(admin, addNote, { body: { subject, body: 'a\u0000b' } });
  expect([answer.status, answer.body.errorCode, answer.body.errors]).toEqual([
    400,
    'VALIDATION',
    [{ path: 'body', message: 'Remove the invisible NUL character.' }],
  ]);
});

it('names the field whose text contains half of a character, and stores nothing else in its place', async () => {
  const refusal = [{ path: 'body', message: 'The text contains unsupported characters.' }];
  const note = await attempt(admin, addNote, { body: { subject, body: 'a\ud800b' } });
  expect([note.status, note.body.errors]).toEqual([400, refusal]);
  const tag = await attempt(admin, tagCalls.create, { body: { name: 'a\udc00b' } });
  expect([tag.status, tag.body.errors]).toEqual([400, [{ ...refusal[0], path: 'name' }]]);
  expect((await attempt(admin, addNote, { body: { subject, body: 'whole 😀' } })).status).toBe(201);
});

it('names each field that does not exist', async () => {
  const answer = await attempt(admin, addNote, {
    body: {
      subject: { ...subject, colour: 1 },
      body: 'Hello',
      size: 2,
      x: 3,
    },
  });
  const message = 'This field does not exist or cannot be changed.';
  expect([answer.status, answer.body.errors]).toEqual([
    400,
    expect.arrayContaining(['subject.colour', 'size', 'x'].map((path) => ({ path, message }))),
  ]);
});

it('answers a body that is not JSON with the envelope and a sentence', async () => {
  for (const payload of ['{"a":', 'no JSON', '{"__proto__": {"a": 1}}']) {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/notes',
      headers: {
        [TICKET_HEADER]: TICKET_VALUE,
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
      },
      payload,
    });
    expect([payload, answer.statusCode, answer.json()]).toMatchObject([
      payload,
      400,
      {
        data: null,
        status: 'FAIL',
        message: 'Process failed',
        errorCode: 'VALIDATION',
        errors: [{ path: '', message: 'The body is not valid JSON.' }],
        meta: { requestId: expect.any(String) },
      },
    ]);
  }
});

it('says which body a call takes when another content type is sent', async () => {
  const messageOf = async (url: string, type: string) => {
    const headers = {
      [TICKET_HEADER]: TICKET_VALUE,
      authorization: `Bearer ${admin.token}`,
      'content-type': type,
    };
    const answer = await world.app.inject({ method: 'POST', url, headers, payload: Buffer.from('\x89PNG') });
    return [answer.statusCode, answer.json().errors];
  };
  const form =
    'This content type is not accepted here. Send a form with the file as one of its parts (multipart/form-data).';
  expect(await messageOf('/api/images', 'image/png')).toEqual([415, [{ path: '', message: form }]]);
  const json = 'This content type is not accepted here. Send application/json.';
  expect(await messageOf('/api/notes', 'image/png')).toEqual([415, [{ path: '', message: json }]]);
});
