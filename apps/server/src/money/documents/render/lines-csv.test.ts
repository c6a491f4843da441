import { expect, it } from 'vitest';
import { GROUPS, HEAD, payloadOf } from '../testing/payloads.ts';
import { renderCsv } from './lines-csv.ts';

it('lists lines, sums and total with decimal points, and neutralises formulas', () => {
  const lines = [
    { description: '=1+1', month: '2026-10', exact: '1234.5', facts: 3 },
    { description: 'CPA', month: '2026-09', exact: '0.005', facts: 1 },
  ];
  expect(renderCsv(payloadOf(lines, GROUPS.S), HEAD).split('\r\n')).toEqual([
    'Document,Issue date,Line,Description,Month,Earlier period,Quantity,Unit price,Exact amount,Net,Currency,VAT category,VAT rate %,Facts',
    "SIG-2026-00042,2026-11-03,1,'=1+1,2026-10,no,3,411.50,1234.5,1234.50,EUR,S,20.00,3",
    'SIG-2026-00042,2026-11-03,2,CPA,2026-09,yes,1,0.01,0.005,0.01,EUR,S,20.00,1',
    'SIG-2026-00042,2026-11-03,,Net,,,,,,1234.51,EUR,S,20.00,',
    'SIG-2026-00042,2026-11-03,,VAT,,,,,,246.90,EUR,S,20.00,',
    'SIG-2026-00042,2026-11-03,,Total,,,,,,1481.41,EUR,,,',
    '',
  ]);
});
