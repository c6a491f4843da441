import { describe, expect, it } from 'vitest';
import { partnerOverride } from '../entities/administration.ts';
import { manualTransaction } from '../entities/ledger.ts';
import { partner } from '../entities/partner.ts';
import { parseInput } from './parse.ts';

const TODAY = '2026-11-22';
const override = {
  ...{ name: 'Better', partnerId: 1, dealType: 'CPA', amount: '10', currency: 'EUR', validFrom: '2026-05-01' },
};
const deal = { geoId: 1, integrationId: 1, dealType: 'CPA', dealRevenueType: 'firstDeposit', weight: 1 };

describe('a range of days', () => {
  it('may be one day long, or open', () => {
    for (const validTo of ['2026-05-01', '2026-06-01', null])
      expect(parseInput(partnerOverride.fields, { ...override, validTo }, TODAY).errors).toEqual([]);
  });

  it('that ends before it begins is refused at its end, in a record and in a row of one', () => {
    const message = 'The last day lies before the first.';
    expect(parseInput(partnerOverride.fields, { ...override, validTo: '2026-04-30' }, TODAY).errors).toEqual([
      { path: 'validTo', message },
    ]);
    const deals = [deal, { ...deal, validFrom: '2026-05-02', validTo: '2026-05-01' }];
    const { errors } = parseInput(
      partner.fields,
      {
        ...{ name: 'Acme', partnerTypeId: 1, currency: 'EUR', timeZone: 'UTC', deals },
      },
      TODAY,
    );
    expect(errors).toEqual([{ path: 'deals.1.validTo', message }]);
  });
});

describe('a day of a ledger', () => {
  const entry = {
    ...{ reason: 'Bonus', entryKind: 'cost', amount: '5', currency: 'EUR', attachments: [] },
  };
  const errorsOn = (day: string) => parseInput(manualTransaction.fields, { ...entry, day }, TODAY).errors;

  it('lies between 2021-01-01 and today', () => {
    for (const day of ['2021-01-01', TODAY]) expect(errorsOn(day)).toEqual([]);
    const message = 'Enter a day between 2021-01-01 and today (2026-11-22, UTC).';
    for (const day of ['2020-12-31', '2026-11-23', '2099-01-01', '1990-01-01'])
      expect(errorsOn(day)).toEqual([{ path: 'day', message }]);
  });

  it('that a form could not read is refused with the form’s question', () => {
    const unread = { unread: '05/06/2026', problem: 'Which one?' };
    expect(parseInput(manualTransaction.fields, { ...entry, day: unread }, TODAY).errors).toEqual([
      { path: 'day', message: 'Which one?' },
    ]);
  });
});
