import { describe, expect, it } from 'vitest';
import { dealText, validText } from './deal-text.ts';

describe('A deal in words', () => {
  it.each([
    [{ fixedAmount: '8', currency: 'EUR', sharePercent: null }, '€8.00'],
    [{ fixedAmount: null, currency: 'EUR', sharePercent: '25' }, '25 %'],
    [{ fixedAmount: '44', currency: 'EUR', sharePercent: '22.5' }, '€44.00 + 22.5 %'],
    [{ fixedAmount: null, currency: 'EUR', sharePercent: null }, '–'],
    [{ fixedAmount: null, currency: 'EUR', sharePercent: null, dealType: 'Reported' }, 'As reported'],
    [{ fixedAmount: '8', currency: 'EUR', sharePercent: null, dealType: 'CPA' }, '€8.00'],
  ])('says what it pays: %o is %s', (deal, text) => {
    expect(dealText(deal)).toBe(text);
  });

  it.each([
    [null, null, 'Always'],
    ['2026-10-02', null, 'from 2026-10-02'],
    [null, '2026-12-31', 'until 2026-12-31'],
    ['2026-10-02', '2026-12-31', '2026-10-02 – 2026-12-31'],
  ])('says when it is valid: %s to %s is "%s"', (validFrom, validTo, text) => {
    expect(validText({ validFrom, validTo })).toBe(text);
  });
});
