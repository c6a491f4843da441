/** One person's slow files hold up nobody else, and not even that person once the connections are closed. */
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';

const world = await testApp();
const mallory = await world.signIn('Seo User');
const ann = await world.signIn('Seo User');
let origin = '';
beforeAll(async () => {
  origin = await world.app.listen({ port: 0, host: '127.0.0.1' });
});

/** A workbook of half a million cells, which takes many times as long as all uploads together. */
const PLACES = Array.from({ length: 100 }, (_, at) =>
  [Math.floor(at / 26) - 1, at % 26].map((part) => (part < 0 ? '' : String.fromCharCode(65 + part))).join(''),
);
const cellsOf = (row: number): string => PLACES.map((place) => `<c r="${place}${row}"><v>1</v></c>`).join('');
const ROWS = Array.from({ length: 5_000 }, (_, at) => `<row r="${at + 1}">${cellsOf(at + 1)}</row>`).join('');
const SLOW = zipSync({
  '[Content_Types].xml': strToU8('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
  'xl/workbook.xml': strToU8(
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ),
  'xl/_rels/workbook.xml.rels': strToU8(
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
  'xl/worksheets/sheet1.xml': strToU8(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${ROWS}</sheetData></worksheet>`,
  ),
});

async function upload(token: string, file: Uint8Array<ArrayBuffer>, signal?: AbortSignal): Promise<number> {
  const body = new FormData();
  body.set('file', new Blob([file]), 'links');
  const { status } = await fetch(`${origin}/api/link-checks/columns`, {
    method: 'POST',
    headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${token}` },
    body,
    ...(signal && { signal }),
  });
  return status;
}
const small = Uint8Array.from(Buffer.from('url\nhttps://a.example\nhttps://b.example\n'));

it('answers others at once, and refuses further files of a person who has too many waiting', async () => {
  const left = new AbortController();
  const slow = Array.from({ length: 8 }, () => upload(mallory.token, SLOW, left.signal));
  expect(await Promise.race(slow)).toBe(429);
  expect(await upload(ann.token, small)).toBe(200);
  left.abort();
  const ends = await Promise.allSettled(slow);
  const statuses = new Set(ends.map((end) => (end.status === 'fulfilled' ? end.value : 'left')));
  // How many wait and are refused is a matter of `fair-queue.test.ts`: here, some uploads have not arrived yet.
  expect(statuses).toEqual(new Set([429, 'left']));
  // The earlier files were dropped with their connections. Otherwise this file would be refused.
  await expect.poll(() => upload(mallory.token, small)).toBe(200);
});
