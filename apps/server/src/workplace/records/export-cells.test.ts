/** Exported cells of every entity, written to a workbook and read back from it. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import type { Field } from '@signpost/contract/define/field.ts';
import { exchangeRate } from '@signpost/contract/entities/exchange-rate.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { textCell, xlsxCell } from './export-cells.ts';

const exchangeRateCalls = entityCalls(exchangeRate);

const STORED: Partial<Record<Field['kind'], [stored: unknown, read: unknown, csv: string]>> = {
  integer: [1_234, 1_234, '1234'],
  decimal: ['1250.75', 1_250.75, '1250.75'],
  date: ['2026-10-01', new Date('2026-10-01T00:00:00Z'), '2026-10-01'],
  instant: ['2026-10-01T12:30:05.000Z', new Date('2026-10-01T12:30:05Z'), '2026-10-01T12:30:05.000Z'],
  text: ['9182736455463728191', '9182736455463728191', '9182736455463728191'],
};

const fieldsOf = (entity: EntityDefinition) =>
  Object.entries(entity.fields).filter(([, field]) => STORED[field.kind] !== undefined && !field.secret);

const recordOf = (values: Record<string, unknown>): StoredRecord => ({ id: 1, labels: {}, ...values }) as StoredRecord;

/** The only row of a workbook that is written from these cells and read again. */
async function readBack(cells: ReturnType<typeof xlsxCell>[]): Promise<unknown[]> {
  const [sheet] = await readXlsxFile(await writeXlsxFile([[{ value: 'x', type: String }, ...cells]]).toBuffer());
  return sheet?.data[0]?.slice(1) ?? [];
}

describe.each(entityList.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  const fields = fieldsOf(entity);

  it('has numbers and days as such in XLSX, long ids as text, and the same texts as before in CSV', async () => {
    const record = recordOf(Object.fromEntries(fields.map(([name, { kind }]) => [name, STORED[kind]?.[0]])));
    const read = await readBack(fields.map(([name, field]) => xlsxCell(name, field, record)));
    expect(read).toEqual(fields.map(([, { kind }]) => STORED[kind]?.[1]));
    expect(fields.map(([name, field]) => textCell(name, field, record))).toEqual(
      fields.map(([, { kind }]) => STORED[kind]?.[2]),
    );
  });
});

const amount: Field = { kind: 'decimal', label: 'Amount' };
const day: Field = { kind: 'date', label: 'Day' };

it.each([
  ['-0.5', amount, -0.5],
  ['0', amount, 0],
  ['123456789.123456', amount, 123_456_789.123_456],
  // Excel keeps 15 digits: what it would change stays text.
  ['1234567890123.123456', amount, '1234567890123.123456'],
  ['1899-12-31', day, '1899-12-31'],
  [null, amount, null],
  [null, day, null],
])('writes %s as %s says', async (stored, field, expected) => {
  const [read = null] = await readBack([
    xlsxCell('value', field, recordOf({ value: stored })),
    { value: 'y', type: String },
  ]);
  expect(read).toEqual(expected);
});

it('writes the number of rows and images as a number', () => {
  const rows: Field = {
    kind: 'rows',
    label: 'Contacts',
    of: {},
    table: 'x',
    parent: 'x',
    max: 9,
    removal: 'delete',
    one: 'contact',
  };
  const images: Field = { kind: 'images', label: 'Screenshots', max: 9 };
  for (const field of [rows, images])
    expect(xlsxCell('value', field, recordOf({ value: [1, 2] }))).toEqual({ value: 2, type: Number });
});

it('exports amounts and days of a ledger that a spreadsheet adds up', async () => {
  const world = await testApp();
  const admin = await world.signIn('Admin');
  const data = await call(admin, exchangeRateCalls.create, {
    body: { currency: 'USD', day: '2020-01-01', perEuro: '1.1' },
  });
  const { id } = data;
  const query = { format: 'xlsx', columns: ['day', 'perEuro'], ids: [id] };
  const { bytes } = await attempt(admin, exchangeRateCalls.export, { query });
  const [sheet] = await readXlsxFile(bytes);
  expect(sheet?.data.at(1)?.slice(1)).toEqual([new Date('2020-01-01T00:00:00Z'), 1.1]);
});
