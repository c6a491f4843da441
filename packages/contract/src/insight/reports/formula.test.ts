import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNT_MEASURES, MONEY_MEASURES } from '../../traffic/clicks/fact.ts';
import { evaluate } from '../stats/evaluate.ts';
import { METRICS, metric } from '../stats/metrics.ts';
import { type Expression, FORMULA_LIMITS, parseFormula } from './formula.ts';
import { expressionUnits, metricUnits, unitsText } from './units.ts';

const problemOf = (text: string) => parseFormula(text).problem;
const computed = (text: string, sums: Parameters<typeof expressionUnits>[1]) => {
  const { formula, problem } = parseFormula(text);
  expect(problem).toBeNull();
  return formula === null ? 'refused' : unitsText(expressionUnits(formula.expression, sums), 'number');
};

describe('a formula', () => {
  const sums = { revenue: '100.10', cost: '40', clickouts: 8, leads: 3, visits: 0 };

  it.each([
    ['revenue - cost', '60.1'],
    ['(revenue − cost) ÷ clickouts', '7.5125'],
    ['revenue / 3', '33.366667'],
    ['-leads × 2 + 1', '-5'],
    ['leads - -leads', '6'],
    ['2 + leads * 4', '14'],
    ['REVENUE + 5', '105.1'],
    ['leads / visits', ''],
    ['1 + leads / visits', ''],
    ['earningsPerClick * 2', '25.025'],
  ])('computes %s from sums', (text, value) => {
    expect(computed(text, sums)).toBe(value);
  });

  it.each([
    ['', 0, 'Enter a formula.'],
    ['revenue +', 9, 'The formula ends too early.'],
    ['revenue cost', 8, 'An operator such as + is missing here.'],
    ['revenue + nothing', 10, 'There is no metric “nothing”.'],
    ['(revenue + cost', 0, 'This parenthesis is never closed.'],
    ['revenue)', 7, 'This parenthesis is never opened.'],
    ['revenue + leads', 8, 'An amount of money and a plain number cannot be added.'],
    ['revenue * cost', 0, 'The result is neither an amount of money nor a plain number.'],
    ['leads / revenue', 0, 'The result is neither an amount of money nor a plain number.'],
    ['1 + 2', 0, 'Use at least one metric.'],
    ['leads; DROP TABLE facts', 5, '“;” cannot be used here.'],
    ['leads * * 2', 8, 'A metric or a number is missing before “*”.'],
    ['leads * 1234567890123', 8, 'A number can have at most 12 digits and 6 decimals.'],
  ])('refuses "%s" at character %i', (text, at, message) => {
    expect(problemOf(text)).toMatchObject({ at, message });
  });

  it('knows whether its result is money', () => {
    expect(parseFormula('revenue / leads * 2').formula).toMatchObject({ result: 'money', metrics: [11, 7] });
    expect(parseFormula('revenue / cost').formula).toMatchObject({ result: 'number' });
  });

  it('is refused when it is too long or nested too deeply, whatever it contains', () => {
    expect(problemOf(`${'-'.repeat(FORMULA_LIMITS.depth + 2)}leads`)?.message).toContain('nested too deeply');
    expect(problemOf(`${'('.repeat(400)}leads${')'.repeat(90)}`)).not.toBeNull();
    expect(problemOf('leads+'.repeat(83))?.message).toContain('too long');
    expect(problemOf(' '.repeat(600))?.at).toBe(FORMULA_LIMITS.characters);
  });

  it('never throws, and marks a place within the text', () => {
    const pieces = fc.constantFrom(
      'leads',
      'revenue',
      '(',
      ')',
      '+',
      '-',
      '*',
      '/',
      ' ',
      '1.5',
      '0',
      '.',
      'x',
      '÷',
      '€',
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 60 }).map((list) => list.join('')),
        (text) => {
          const problem = problemOf(text);
          if (problem !== null) expect(problem.at >= 0 && problem.at <= text.length).toBe(true);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

const print = (expression: Expression): string => {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'metric':
      return Object.entries(metric).find(([, { id }]) => id === expression.id)?.[0] ?? '';
    case 'negate':
      return `-${print(expression.of)}`;
    case 'binary':
      return `(${print(expression.left)} ${expression.operator} ${print(expression.right)})`;
  }
};

const counts = METRICS.filter(({ format }) => format === 'integer');
const expressions = fc.letrec<{ any: Expression }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'any' },
    fc.constantFrom(...counts).map(({ id }): Expression => ({ kind: 'metric', id })),
    fc.integer({ min: 0, max: 10_000 }).map((value): Expression => ({ kind: 'number', value: String(value / 100) })),
    tie('any').map((of): Expression => ({ kind: 'negate', of })),
    fc
      .tuple(fc.constantFrom<'+' | '-' | '*' | '/'>('+', '-', '*', '/'), tie('any'), tie('any'))
      .map(([operator, left, right]): Expression => ({ kind: 'binary', operator, left, right })),
  ),
})).any;

it('reads every expression back as it was printed', () => {
  fc.assert(
    fc.property(expressions, (expression) => {
      const text = print(expression);
      const { formula, problem } = parseFormula(text);
      fc.pre(problem === null || !/too long|too deeply|at most|at least one/.test(problem.message));
      expect(formula?.expression).toEqual(expression);
    }),
  );
});

it('computes every metric exactly as the statistics do', () => {
  const sums = fc.record({
    ...Object.fromEntries(COUNT_MEASURES.map((name) => [name, fc.integer({ min: -50, max: 1_000_000 })])),
    ...Object.fromEntries(
      MONEY_MEASURES.map((name) => [
        name,
        fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).map((micros) => (micros / 1_000_000).toFixed(6)),
      ]),
    ),
  });
  fc.assert(
    fc.property(sums, fc.constantFrom(...METRICS), (values, one) => {
      const screen = evaluate(one, values);
      const units = metricUnits(one.formula, values);
      if (one.format === 'percent') {
        if (screen === null) expect(units).toBeNull();
        else expect(Number(unitsText(units, 'percent'))).toBeCloseTo(Number(screen) * 100, 4);
      } else expect(unitsText(units, one.format)).toBe(screen === null ? '' : String(screen));
    }),
    { numRuns: 2000 },
  );
});
