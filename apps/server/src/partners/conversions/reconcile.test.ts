import { gzipSync } from 'node:zlib';
import { reconcileTransactions } from '@signpost/contract/calls/conversions.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { statusMappingOverride } from '@signpost/contract/entities/status-mapping-override.ts';
import type { Reconciliation } from '@signpost/contract/partners/conversions/reconcile.ts';
import type { EncodingName } from '@signpost/contract/reading/encodings.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { legacyBytes } from '../../platform/testing/legacy-bytes.ts';
import { conversionWorld } from './testing/world.ts';

const statusMappingOverrideCalls = entityCalls(statusMappingOverride);

const world = await conversionWorld();
const { admin, post, click, round, keyOf } = world;
const acme = (await keyOf(951)).key;
const today = new Date().toISOString().slice(0, 10);
const range = { start: '2026-01-01', end: today };

async function report(txid: string, status: string, clickId: string, more = {}): Promise<void> {
  await post(acme, { txid, status, click_id: clickId, ...more });
}
await report('both', 'ftd', await click());
await report('rounded', 'ftd', await click());
await report('other-terms', 'ftd', await click());
await report('back', 'ftd', await click());
await report('ours', 'ftd', await click(), { event_time: '2026-06-01T12:00:00Z' });
await report('edge', 'ftd', await click());
await report('odd-status', 'mystery', await click());
await report('no-click', 'ftd', 'unknown');
await report('a-test', 'test', await click());
await report('early', 'ftd', await click({ at: '2025-12-01T00:00:00.000Z' }), { event_time: '2025-12-20T12:00:00Z' });
await post(acme, { txid: 'refused-1', status: 'ftd', event_time: 'soon' });
await round();
await post(acme, { txid: 'back', status: 'chargeback' });
await round();

const FILE = [
  'Transaction ID;Event;Commission',
  'both;sale;100,00',
  'rounded;sale;99,97',
  'other-terms;sale;150',
  'back;sale;100',
  'odd-status;mystery;100',
  'a-test;test;0',
  'early;sale;100',
  'refused-1;sale;100',
  'nowhere;sale;"1.100,50"',
  ';sale;5',
].join('\r\n');

const ask = (more = {}) =>
  attempt(admin, reconcileTransactions, { body: { partnerId: 951, dateRange: range, csv: FILE, ...more } });

describe('A partner’s list', () => {
  it('is compared with ours, and each difference has a likely cause', async () => {
    const { body } = await ask();
    const found: Reconciliation = body.data;
    const causes = (rows: Reconciliation['different']) =>
      rows.map(({ reference, cause }) => `${reference} ${cause}`).sort();
    expect(found).toMatchObject({
      columns: { reference: 'Transaction ID', amount: 'Commission', status: 'Event' },
      matched: 1,
      unread: 1,
      sums: { theirs: '1850.47' },
    });
    expect(causes(found.different)).toEqual(['back charged_back', 'other-terms terms', 'rounded rounding']);
    expect(causes(found.onlyTheirs)).toEqual([
      'a-test ignored',
      'early outside_range',
      'nowhere never_arrived',
      'odd-status unassigned',
      'refused-1 refused',
    ]);
    expect(causes(found.onlyOurs)).toEqual(['edge edge_of_range', 'no-click unmatched', 'ours not_reported']);
  });

  it('may use click ids, its own decimal mark, repeated transactions and unreadable amounts', async () => {
    const [paid, twice, odd] = [await click(), await click(), await click()];
    for (const [txid, clickId] of [
      ['by-click-1', paid],
      ['by-click-2', twice],
      ['by-click-3', odd],
    ] as const)
      await report(txid, 'ftd', clickId, { event_time: '2026-03-03T12:00:00Z' });
    await round();
    const csv = [
      '\ufeffid,click_id,payout',
      `1,${paid.toUpperCase()},"100,000"`,
      `2,${twice},"100,00"`,
      `3,${twice},"100,00"`,
      `4,${odd},"1,0,0"`,
    ].join('\n');
    const dateRange = { start: '2026-03-03', end: '2026-03-03' };
    // A choice made for another file does not apply to this one.
    const { body } = await ask({ csv, dateRange, columns: { reference: 'Transaction ID' } });
    const found: Reconciliation = body.data;
    expect(found).toMatchObject({
      columns: { reference: 'click_id', amount: 'payout' },
      matched: 1,
      onlyOurs: [],
      onlyTheirs: [],
    });
    expect(found.different.map(({ reference, cause }) => [reference, cause])).toEqual([
      [twice, 'listed_twice'],
      [odd, 'unreadable'],
    ]);
  });

  it('needs a decimal mark when its amounts are ambiguous, and refuses a row that contradicts it', async () => {
    const open = 'txid,payout\nboth,"1,000"\n';
    const asked = await ask({ csv: open });
    expect(asked).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'decimalMark', message: '“1,000” can be read in two ways. Choose the decimal mark.' }] },
    });
    const theirs = async (more: object): Promise<Reconciliation> => (await ask(more)).body.data;
    expect(await theirs({ csv: open, decimalMark: '.' })).toMatchObject({ sums: { theirs: '1000' }, currency: 'EUR' });
    expect(await theirs({ csv: open, decimalMark: ',' })).toMatchObject({ sums: { theirs: '1' }, decimalMark: ',' });
    const mixed = 'txid,payout\nboth,"100,00"\nback,"99,00"\nrounded,99.97\nours,USD 5\n';
    expect(await theirs({ csv: mixed })).toMatchObject({ sums: { theirs: '298.97' }, decimalMark: null });
    const contradictory = await ask({ csv: `${mixed}edge,"1,250"\n` });
    expect(contradictory.body.errors).toEqual([
      { path: 'decimalMark', message: '“1,250” can be read in two ways. Choose the decimal mark.' },
    ]);
    const found = await theirs({ csv: mixed, decimalMark: ',' });
    expect(found).toMatchObject({ sums: { theirs: '199' }, decimalMark: ',' });
    const causes = found.different.map(({ reference, cause }) => `${reference} ${cause}`);
    expect(causes).toEqual(expect.arrayContaining(['rounded unreadable', 'ours other_currency']));
  });

  it('is read without its sep= line, titles and totals, as a file of any kind', async () => {
    const csv = 'sep=;\nReport;;\nTransaction ID;Event;Payout\nboth;sale;100,00\nTotal;;100,00\n';
    const sheet = await writeXlsxFile([
      ['Report', null].map((value) => value && { value, type: String }),
      ['Transaction ID', 'Payout'].map((value) => ({ value, type: String })),
      [
        { value: 'both', type: String },
        { value: 100, type: Number },
      ],
      [
        { value: 'Total', type: String },
        { value: 100, type: Number },
      ],
    ]).toBuffer();
    const lists = [
      { csv },
      { csv: '', file: Buffer.from(`\uFEFF${csv}`, 'utf16le').toString('base64') },
      { csv: '', file: gzipSync(csv).toString('base64') },
      { csv: '', file: sheet.toString('base64') },
    ];
    for (const list of lists) {
      const { body } = await ask(list);
      expect(body.data).toMatchObject({ matched: 1, onlyTheirs: [], sums: { theirs: '100' } });
      expect(body.data.leftOut.map(({ text }) => text.split(' ')[0])).toEqual(['Report', 'Total']);
    }
  });

  it('is read in its encoding, which is asked for where it is not clear', async () => {
    const listIn = (name: EncodingName, words: string) => {
      const list = `Transaction ID;Status;Payout;${words}\nboth;${words};100,00\n`;
      return { csv: '', file: legacyBytes(name, list).toString('base64') };
    };
    const polish = await ask(listIn('windows-1250', 'zatwierdzone – Łódź'));
    expect(polish.body.data).toMatchObject({ encoding: { name: 'windows-1250', isChosen: false } });
    const greek = listIn('windows-1253', 'ΗΜΕΡΟΜΗΝΙΑ ΕΛΛΑΔΑ ΧΩΡΑ');
    expect(await ask(greek)).toMatchObject({ status: 400, body: { errors: [{ path: 'encoding' }] } });
    const { body } = await ask({ ...greek, encoding: 'windows-1253' });
    expect(body.data).toMatchObject({ encoding: { name: 'windows-1253', isChosen: true } });
    expect(body.data.headers).toContain('ΗΜΕΡΟΜΗΝΙΑ ΕΛΛΑΔΑ ΧΩΡΑ');
  });

  it('is not matched by lines that the partner has declined or not decided', async () => {
    const csv = [
      'Transaction ID;Status;Payout',
      'both;Approved;100',
      'rounded;Declined;100',
      'other-terms;on hold;100',
      'nowhere-1;Rejected;50',
      'nowhere-2;PENDING;50',
      'nowhere-3;Cancelled;50',
      'back;void;100',
      'ours;rejected;100',
      'ours;approved;100',
    ].join('\n');
    const found: Reconciliation = (await ask({ csv })).body.data;
    expect(found).toMatchObject({
      matched: 2,
      onlyTheirs: [],
      unpaid: { declined: 4, pending: 2 },
      sums: { theirs: '200' },
    });
    expect(found.different.map(({ reference, cause }) => `${reference} ${cause}`).sort()).toEqual([
      'other-terms pending',
      'rounded declined',
    ]);
  });

  it('is read with the meanings that are given to the partner’s own statuses', async () => {
    const map = (status: string, meaning: string) =>
      attempt(admin, statusMappingOverrideCalls.create, {
        body: { partnerId: 951, status, meaning, validFrom: '2026-01-01' },
      });
    for (const [status, meaning] of [
      ['no show', 'rejected_lead'],
      ['in the queue', 'pending'],
      ['New player', 'first_deposit'],
    ] as const)
      expect((await map(status, meaning)).status).toBe(201);
    const csv = [
      'Transaction ID;Status;Payout',
      'both;new player;100',
      'rounded;No Show;100',
      'other-terms;in the queue;100',
      'ours;something else;100',
    ].join('\n');
    const found: Reconciliation = (await ask({ csv })).body.data;
    expect(found).toMatchObject({
      matched: 1,
      unpaid: { declined: 1, pending: 1, unknown: 1 },
      sums: { theirs: '100' },
    });
    expect(found.different.map(({ reference, cause }) => `${reference} ${cause}`).sort()).toEqual([
      'other-terms pending',
      'ours unknown_status',
      'rounded declined',
    ]);
  });

  it('is not matched by a status that nobody knows, which is shown instead', async () => {
    const csv = [
      'Transaction ID;Statut;Payout',
      'both;Refusé;100',
      'rounded;En attente;100',
      'ours;Zzz;100',
      'elsewhere;Zzz;100',
    ].join('\n');
    const found: Reconciliation = (await ask({ csv })).body.data;
    expect(found).toMatchObject({ matched: 0, unpaid: { declined: 1, pending: 1, unknown: 2 }, sums: { theirs: '0' } });
    const causes = [...found.different, ...found.onlyTheirs].map(({ reference, cause }) => `${reference} ${cause}`);
    expect(causes).toEqual(['both declined', 'rounded pending', 'ours unknown_status', 'elsewhere unknown_status']);
  });

  it('is reversed by negative lines of its sum, and by lines that say so', async () => {
    const csv = 'Transaction ID;Status;Payout\nours;approved;200\nours;reversed;-100\nboth;REVERSED;100\n';
    const found: Reconciliation = (await ask({ csv })).body.data;
    expect(found).toMatchObject({ matched: 1, unpaid: { declined: 1 }, sums: { theirs: '100' } });
  });

  it.each([
    ['a column', 'Transaction ID,Payout,Currency\nboth,100,EUR\nours,100,USD\n'],
    ['an amount', 'Transaction ID,Payout\nboth,€100\nours,$100\n'],
  ])('is not compared where %s says another currency', async (_where, csv) => {
    const found: Reconciliation = (await ask({ csv })).body.data;
    expect(found).toMatchObject({ matched: 1, sums: { theirs: '100' } });
    expect(found.different).toMatchObject([{ reference: 'ours', cause: 'other_currency', theirs: { amount: null } }]);
  });

  it('is not compared if the name of its amounts says another currency', async () => {
    const named = async (name: string): Promise<Reconciliation> =>
      (await ask({ csv: `Transaction ID;${name}\nboth;100\n` })).body.data;
    expect(await named('Betrag (EUR)')).toMatchObject({ matched: 1, different: [] });
    expect(await named('Betrag (USD)')).toMatchObject({ matched: 0, different: [{ cause: 'other_currency' }] });
  });

  it('never matches an error of a spreadsheet, and reads ids that a program has marked as text', async () => {
    const csv = ['Transaction ID,Payout', '="both",100', "'ours,100", 'rounded,#N/A', '#REF!,5', '1.5E+16,5'].join(
      '\n',
    );
    const found: Reconciliation = (await ask({ csv })).body.data;
    expect(found).toMatchObject({ matched: 2, unread: 1 });
    expect(found.different.map(({ reference, cause }) => `${reference} ${cause}`)).toEqual(['rounded unreadable']);
    expect(found.onlyTheirs.map(({ reference, cause }) => `${reference} ${cause}`)).toEqual(['1.5E+16 shortened']);
  });

  it('is read below the line that a person chooses as its header', async () => {
    const csv = ['Transaction ID;Status;Payout of this page', 'Number;Event;Money', 'both;ftd;100'].join('\n');
    const columns = { reference: 'Number', amount: 'Money' };
    const unchosen = await ask({ csv });
    expect(unchosen.body.data).toMatchObject({
      headerRow: 1,
      headers: ['Transaction ID', 'Status', 'Payout of this page'],
    });
    const { body } = await ask({ csv, columns, headerRow: 2 });
    expect(body.data).toMatchObject({ headerRow: 2, matched: 1, onlyTheirs: [], leftOut: [{ row: 1 }] });
    const { status, body: refused } = await ask({ csv, columns, headerRow: 7 });
    expect([status, refused.errors]).toEqual([
      400,
      [{ path: 'headerRow', message: 'Line 7 of the list is empty or missing.' }],
    ]);
  });

  it('does not match a line without an amount where other lines have one, because it may be a debit', async () => {
    const csv = ['Transaction ID,Debit Amount,Credit Amount', 'both,,100.00', 'rounded,100.00,'].join('\n');
    const { body } = await ask({ csv, columns: { reference: 'Transaction ID', amount: 'Credit Amount' } });
    const found: Reconciliation = body.data;
    expect([found.matched, found.different.map(({ reference, cause }) => [reference, cause])]).toEqual([
      1,
      [['rounded', 'no_amount']],
    ]);
  });

  it('is refused without a transaction column, with the list of its columns', async () => {
    const { status, body } = await ask({ csv: 'a,b\n1,2' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ data: { headers: ['a', 'b'] }, errors: [{ path: 'columns.reference' }] });
    expect((await ask({ csv: 'a,b\n1,2', columns: { reference: 'a' } })).status).toBe(200);
    expect((await ask({ csv: '"a,b\n1' })).status).toBe(400);
  });

  it('is asked about where several columns have the name of one that it needs', async () => {
    const csv = 'txid,amount,amount,note,note\nD1,10.00,11.00,a,b';
    const { status, body } = await ask({ csv });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      data: { headers: ['txid', 'amount', 'amount (2)', 'note', 'note (2)'] },
      errors: [{ path: 'columns.amount', message: 'Several columns are called “amount”. Choose one of them.' }],
    });
    for (const amount of ['amount', 'amount (2)'])
      expect((await ask({ csv, columns: { reference: 'txid', amount } })).status).toBe(200);
  });

  it('is refused with millions of columns or lines, with a sentence', async () => {
    const refusals = async (csv: string) => (await ask({ csv })).body.errors;
    expect(await refusals(`txid,payout\n${',x'.repeat(1_500_000)}`)).toEqual([
      { path: 'csv', message: 'Row 2 has 1500001 cells; a row may have 200.' },
    ]);
    expect(await refusals(`txid,payout\n${'a,1\n'.repeat(250_000)}`)).toEqual([
      { path: 'csv', message: 'A list may have 200000 lines, this one has 250001.' },
    ]);
    expect(await refusals('txid,payout\nboth,"1')).toEqual([
      { path: 'csv', message: 'Line 2 has a quotation mark that is never closed.' },
    ]);
  });
});
