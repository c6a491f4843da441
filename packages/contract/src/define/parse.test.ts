import { describe, expect, it } from 'vitest';
import { partnerOverride } from '../entities/administration.ts';
import { partner } from '../entities/partner.ts';
import { parseInput } from './parse.ts';

const override = {
  ...{ name: 'Better', partnerId: 1, dealType: 'CPA', amount: '10', currency: 'EUR', validFrom: '2026-05-01' },
};
const deal = { geoId: 1, integrationId: 1, dealType: 'CPA', dealRevenueType: 'firstDeposit', weight: 1 };

describe('a range of days', () => {
  it('may be one day long, or open', () => {
    for (const validTo of ['2026-05-01', '2026-06-01', null])
      expect(parseInput(partnerOverride.fields, { ...override, validTo }).errors).toEqual([]);
  });

  it('that ends before it begins is refused at its end, in a record and in a row of one', () => {
    const message = 'The last day lies before the first.';
    expect(parseInput(partnerOverride.fields, { ...override, validTo: '2026-04-30' }).errors).toEqual([
      { path: 'validTo', message },
    ]);
    const deals = [deal, { ...deal, validFrom: '2026-05-02', validTo: '2026-05-01' }];
    const { errors } = parseInput(partner.fields, {
      ...{ name: 'Acme', partnerTypeId: 1, currency: 'EUR', timeZone: 'UTC', deals },
    });
    expect(errors).toEqual([{ path: 'deals.1.validTo', message }]);
  });
});
