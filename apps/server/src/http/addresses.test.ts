/** Addresses that lead to no route, or that are spelled in another way than a route. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { afterAll, expect, it } from 'vitest';
import { buildApp } from '../app.ts';

const world = await testApp();
const admin = await world.signIn('Admin');
const webRoot = mkdtempSync(join(tmpdir(), 'signpost-web-'));
writeFileSync(join(webRoot, 'index.html'), '<title>Signpost</title>');
/** The app as it runs, with the files of the web app under every address that no route has. */
const withFiles = await buildApp({ ...world.deps, webRoot });
afterAll(() => withFiles.close());

const headers = { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${admin.token}` };

it('answers 404 to every unknown address of the API, whatever the method and whoever asks', async () => {
  for (const url of ['/api/nothing', '/api/link-check-runs', '/api/', '/api/partners/1/nothing'])
    for (const method of ['GET', 'DELETE'] as const)
      for (const sent of [headers, {}]) {
        const answer = await withFiles.inject({ method, url, headers: sent });
        expect([answer.statusCode, answer.json()], `${method} ${url}`).toMatchObject([
          404,
          { status: 'ITEM_NOT_FOUND', message: 'Item not found' },
        ]);
      }
});

it('still serves the files of the app', async () => {
  const answer = await withFiles.inject({ url: '/' });
  expect([answer.statusCode, answer.body]).toEqual([200, '<title>Signpost</title>']);
});

it('checks the access of every call whose address is spelled with escapes', async () => {
  const reading = withFiles.apiRoutes.filter(
    ({ method, url, access }) => method === 'GET' && access !== 'public' && url.startsWith('/api/'),
  );
  expect(reading.length).toBeGreaterThan(200);
  for (const { url } of reading) {
    const spelled = `/%61pi${url.slice('/api'.length).replaceAll(/:[^/]+/g, '1')}`;
    const answer = await withFiles.inject({ url: spelled });
    expect([answer.statusCode, answer.json().status], spelled).toEqual([403, 'FORBIDDEN']);
  }
});

it('ignores the JSON content type of a call that takes no body and has none', async () => {
  const json = { ...headers, 'content-type': 'application/json' };
  const gone = await withFiles.inject({ method: 'DELETE', url: '/api/saved-views/999999', headers: json });
  expect([gone.statusCode, gone.json().status]).toEqual([404, 'ITEM_NOT_FOUND']);
  const wrong = await withFiles.inject({ method: 'DELETE', url: '/api/partners', headers: json });
  expect(wrong.statusCode).toBe(405);
  const missing = await withFiles.inject({ method: 'POST', url: '/api/notes', headers: json });
  expect([missing.statusCode, missing.json().errors]).toEqual([
    400,
    [{ path: '', message: 'The body is empty. Send JSON, or leave out the content type.' }],
  ]);
});

it('names the wrong type of a value instead of calling it empty', async () => {
  for (const name of [5, 0, true]) {
    const answer = await admin('POST', '/api/tags', { name });
    expect([answer.status, answer.body.errors], String(name)).toEqual([
      400,
      [{ path: 'name', message: 'Enter a text.' }],
    ]);
  }
});
