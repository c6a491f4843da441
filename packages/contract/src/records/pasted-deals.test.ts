import { expect, it } from 'vitest';
import { readPastedDeals } from './pasted-deals.ts';

const lookups = {
  geos: [
    { id: 1, code: 'DE', country: 'Germany' },
    { id: 2, code: 'AT', country: 'Austria' },
    { id: 3, code: 'KR', country: 'Korea, Republic of' },
  ],
  integrations: [{ id: 7, name: 'Cellar postback' }],
  currency: 'EUR',
};
const read = (...rows: string[][]) => readPastedDeals(rows.map((row) => row.join('\t')).join('\r\n'), lookups);
const problemsOf = (...rows: string[][]) => read(...rows).rows.map(({ problems }) => problems);

it('reads rows without headers in the order of the form, and makes one deal for each geo of a row', () => {
  const { rows, unknownHeaders } = read(
    ['DE, at', 'cellar POSTBACK', 'CPA', 'First deposit', '€1.250,50', '', '40', '5', 'no', '2026-12-01', '31.12.2026'],
    ['Korea, Republic of', '', 'revshare', 'Net revenue', '', '30 %'],
  );
  expect(unknownHeaders).toEqual([]);
  expect(rows.map(({ problems }) => problems)).toEqual([[], []]);
  expect(rows[0]?.deals).toMatchObject(
    [1, 2].map((geoId) => ({
      geoId,
      integrationId: 7,
      dealType: 'CPA',
      dealRevenueType: 'firstDeposit',
      fixedAmount: '1250.50',
      sharePercent: null,
      leadCap: 40,
      weight: 5,
      waterfallBlocked: false,
      validFrom: '2026-12-01',
      validTo: '2026-12-31',
    })),
  );
  expect(rows[1]?.deals).toMatchObject([
    { geoId: 3, dealType: 'RevShare', fixedAmount: null, sharePercent: '30', weight: 1 },
  ]);
});

it('reads columns in any order under known headers, and names headers that it does not know', () => {
  const { rows, unknownHeaders } = read(['Payout', 'Country', 'Colour', 'Type'], ['80', 'Germany', 'red', 'CPL']);
  expect(unknownHeaders).toEqual(['Colour']);
  expect(rows[0]?.deals).toMatchObject([{ geoId: 1, dealType: 'CPL', fixedAmount: '80' }]);
});

it('refuses what has two meanings, unless other rows show which one is meant', () => {
  const head = ['Geo', 'Deal', 'Valid from'];
  expect(problemsOf(head, ['DE', '1,250', '05/06/2026'])).toEqual([
    [
      'Deal: “1,250” can mean 1250 or 1.25. Type the one you mean.',
      'Valid from: “05/06/2026” can mean 2026-06-05 or 2026-05-06. Type the one you mean.',
    ],
  ]);
  const { rows } = read(head, ['DE', '1,250', '05/06/2026'], ['AT', '80,5', '25/06/2026']);
  expect(rows.map(({ deals }) => deals[0])).toMatchObject([
    { fixedAmount: '1.250', validFrom: '2026-06-05' },
    { fixedAmount: '80.5', validFrom: '2026-06-25' },
  ]);
});

it('refuses each row with every reason, and never makes a deal of a refused row', () => {
  const { rows } = read(
    ['Geo', 'Integration', 'Deal type', 'Deal', 'Share', 'Lead cap', 'Valid from', 'Valid to'],
    ['XX', 'Other', 'CPX', '$80', '', '1.5', '', '31.11.2026'],
    ['', '', 'CPA', '80'],
    ['DE', '', 'CPA', ''],
    ['DE', '', 'RevShare', '80', '30'],
    ['DE', '', 'CPA', '80', '', '', '2026-02-01', '2026-01-01'],
    ['DE', '', 'CPA', '80', '', '', '', '', 'more'],
  );
  expect(rows.every(({ deals }) => deals.length === 0)).toBe(true);
  expect(rows.map(({ row, problems }) => [row, problems.length > 0])).toEqual(
    [2, 3, 4, 5, 6, 7].map((row) => [row, true]),
  );
  expect(rows[0]?.problems).toEqual([
    'Deal Type: “CPX” is not one of CPA, CPL, RevShare, Hybrid, Flat, CPC, As reported.',
    'Deal: The amount says $, which is another currency.',
    'Lead Cap: Enter a whole number.',
    'Valid to: This date does not exist.',
    '“Other” is not one of the partner’s integrations.',
    'Unknown geo “XX”.',
  ]);
  expect(rows[3]?.problems).toEqual(['Deal: a RevShare deal has none. Leave it empty.']);
});
