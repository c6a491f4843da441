import { expect, it } from 'vitest';
import { CLICK_COLUMNS, clickRow, EMPTY_CLICK_ROW, factRow } from './fact-row.ts';
import { factViewSchema } from './facts.ts';

it('gives every reader of facts the same columns', () => {
  expect(Object.keys(clickRow.shape)).toEqual([...CLICK_COLUMNS]);
  expect(Object.keys(factRow.shape)).toEqual(expect.arrayContaining([...CLICK_COLUMNS]));
  expect(Object.keys(factViewSchema.shape)).toEqual([...Object.keys(factRow.shape), 'labels']);
});

it('fills in zeros and empty texts that a line leaves out', () => {
  const row = clickRow.parse({ ...EMPTY_CLICK_ROW, geoId: 4, device: 'mobile' });
  expect(row).toMatchObject({ geoId: 4, campaignId: 0, device: 'mobile', referrer: '', sub5: '' });
  expect(clickRow.safeParse({ geoId: 4 }).success).toBe(false);
});
