import { describe, expect, it } from 'vitest';
import { globalDeal } from '../entities/global-deal.ts';
import { partner } from '../entities/partner.ts';
import { underCurrentNames } from './former-names.ts';

describe('Values of the audit trail', () => {
  it('have the current names of fields that were renamed, in lists too', () => {
    expect(underCurrentNames(globalDeal.fields, { name: 'All', deal: '5' })).toEqual({ name: 'All', fixedAmount: '5' });
    const deals = [{ id: 1, deal: '120', weight: 1 }];
    expect(underCurrentNames(partner.fields, { name: 'Acme', deals })).toEqual({
      name: 'Acme',
      deals: [{ id: 1, fixedAmount: '120', weight: 1 }],
    });
  });

  it('stay as they are if they have the current names or no field', () => {
    const values = { name: 'Acme', gone: 1, deals: [{ id: 1, fixedAmount: null }] };
    expect(underCurrentNames(partner.fields, values)).toEqual(values);
  });
});
