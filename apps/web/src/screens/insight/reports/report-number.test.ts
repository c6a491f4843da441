import { describe, expect, it } from 'vitest';
import { reportNumber, reportTitle } from './report-number.ts';

describe('A number of a report', () => {
  it.each([
    ['12530.694776', { format: 'money', places: 2 }, '€12,530.69'],
    ['-86.953168', { format: 'money', places: 2 }, '−€86.95'],
    ['0.031245', { format: 'money', places: 4 }, '€0.0312'],
    ['8.2', { format: 'percent', places: 2 }, '8.20 %'],
    ['120000', { format: 'integer', places: 0 }, '120,000'],
    ['1234.5', { format: 'number', places: 6 }, '1,234.5'],
    ['1234', { format: 'number', places: 6 }, '1,234'],
    ['', { format: 'money', places: 2 }, '–'],
  ] as const)('%s is shown by its column’s format', (text, column, shown) => {
    expect(reportNumber(text, column)).toBe(shown);
  });

  it('keeps all decimals of an older answer, whose formats are unknown', () => {
    expect(reportNumber('12530.694776', undefined)).toBe('12,530.694776');
  });

  it('has its sign, so the title of percents does not repeat it', () => {
    expect(reportTitle('Conversion (%), compared', { format: 'percent', places: 2 })).toBe('Conversion, compared');
    expect(reportTitle('Revenue', { format: 'money', places: 2 })).toBe('Revenue');
  });
});
