/**
 * The values of a report's columns as SQL, exactly as `contract/reports/units.ts` defines them: 128-bit numbers of units
 * of 10⁻¹², rounded half-even. Every quotient and product becomes a step with a name, and steps that need earlier ones
 * stand in a query around them, so that the text grows with the formula and not with its nesting.
 */

import type { Expression } from '@signpost/contract/insight/reports/formula.ts';
import type { ReportColumn } from '@signpost/contract/insight/reports/report.ts';
import { LARGEST_UNITS, SHOWN_DECIMALS, UNIT_DECIMALS, unitsOf } from '@signpost/contract/insight/reports/units.ts';
import { type Formula, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import { COUNT_MEASURES, type Measure } from '@signpost/contract/traffic/clicks/fact.ts';
import { orderSql, type Side, sumName } from '../stats/metric-sql.ts';

const ONE = `toInt128('${10n ** BigInt(UNIT_DECIMALS)}')`;
const HIDDEN = `toInt128('${10n ** BigInt(UNIT_DECIMALS - SHOWN_DECIMALS)}')`;
const MILLION = `toInt128('${10n ** BigInt(SHOWN_DECIMALS)}')`;
const LARGEST = `toInt128('${LARGEST_UNITS}')`;
/** Above the largest product whose result is kept, and below the largest 128-bit number. */
const SAFE_PRODUCT = '1.1e38';

/** A value with the number of layers of steps that it needs. */
interface Value {
  sql: string;
  layer: number;
}

/** Collects the steps of all columns, layer by layer. */
export class Steps {
  readonly #layers: string[][] = [];
  #count = 0;

  /** Names a step that reads values of earlier layers. */
  add(layer: number, sql: string): Value {
    const name = `step${this.#count}`;
    this.#count += 1;
    const steps = this.#layers[layer] ?? [];
    steps.push(`${sql} AS ${name}`);
    this.#layers[layer] = steps;
    return { sql: name, layer: layer + 1 };
  }

  /** The query with all steps around the query of the sums. */
  around(inner: string): string {
    return this.#layers.reduce((query, steps) => `SELECT *, ${steps.join(', ')}\nFROM (\n${query}\n)`, inner);
  }
}

const isMoney = (measure: Measure): boolean => memberOf(COUNT_MEASURES, measure) === undefined;

/** A sum in millionths. */
function measureSql(measure: Measure, side: Side): string {
  const name = sumName(side, measure);
  if (isMoney(measure)) return `toInt128(${name} * 1000000)`;
  return `toInt128(${name}) * ${MILLION}`;
}

/** A formula without ratios, in millionths. */
function millionths(formula: Formula, side: Side): string {
  switch (formula.kind) {
    case 'sum':
      return measureSql(formula.measure, side);
    case 'distinct':
      return `toInt128(${sumName(side, 'uniqueVisitors')}) * ${MILLION}`;
    case 'plus':
      return `(${formula.parts.map((part) => millionths(part, side)).join(' + ')})`;
    case 'difference':
      return `(${millionths(formula.from, side)} - ${millionths(formula.minus, side)})`;
    case 'ratio':
      throw new RangeError('A ratio has no exact value in millionths.');
  }
}

/** The quotient of two named values, rounded half-even; NULL if the denominator is 0. */
function divided(steps: Steps, numerator: Value, denominator: Value): Value {
  const layer = Math.max(numerator.layer, denominator.layer);
  const a = steps.add(layer, numerator.sql);
  const b = steps.add(layer, `nullIf(${denominator.sql}, 0)`);
  const quotient = steps.add(layer + 1, `intDiv(${a.sql}, ${b.sql})`);
  const rest = steps.add(layer + 2, `abs(${a.sql} - ${quotient.sql} * ${b.sql}) * 2`);
  return steps.add(
    layer + 3,
    `${quotient.sql} + if(${rest.sql} > abs(${b.sql}) OR (${rest.sql} = abs(${b.sql}) AND ${quotient.sql} % 2 != 0), if((${a.sql} < 0) = (${b.sql} < 0), 1, -1), 0)`,
  );
}

/** A metric in units. */
function metricSql(steps: Steps, formula: Formula, side: Side): Value {
  if (formula.kind !== 'ratio') return steps.add(0, `${millionths(formula, side)} * ${HIDDEN}`);
  return divided(
    steps,
    { sql: `${millionths(formula.num, side)} * ${ONE}`, layer: 0 },
    { sql: millionths(formula.den, side), layer: 0 },
  );
}

const bounded = (steps: Steps, { sql, layer }: Value): Value => {
  const value = steps.add(layer, sql);
  return steps.add(value.layer, `if(abs(${value.sql}) > ${LARGEST}, NULL, ${value.sql})`);
};

/** An expression of a formula in units. */
function expressionSql(steps: Steps, expression: Expression, side: Side): Value {
  switch (expression.kind) {
    case 'number':
      return { sql: `toInt128('${unitsOf(expression.value)}')`, layer: 0 };
    case 'metric':
      return bounded(steps, metricSql(steps, metricOf(expression.id).formula, side));
    case 'negate': {
      const of = expressionSql(steps, expression.of, side);
      return steps.add(of.layer, `negate(${of.sql})`);
    }
    case 'binary': {
      const left = expressionSql(steps, expression.left, side);
      const right = expressionSql(steps, expression.right, side);
      const layer = Math.max(left.layer, right.layer);
      switch (expression.operator) {
        case '+':
        case '-':
          return bounded(steps, { sql: `${left.sql} ${expression.operator} ${right.sql}`, layer });
        case '*': {
          const isSafe = `abs(toFloat64(${left.sql})) * abs(toFloat64(${right.sql})) < ${SAFE_PRODUCT}`;
          const product = { sql: `if(${isSafe}, ${left.sql} * ${right.sql}, NULL)`, layer };
          return bounded(steps, divided(steps, product, { sql: ONE, layer: 0 }));
        }
        case '/':
          return bounded(steps, divided(steps, { sql: `${left.sql} * ${ONE}`, layer: left.layer }, right));
      }
    }
  }
}

/** Units as a decimal with the decimals that are shown. */
function shown(steps: Steps, units: Value, decimals: number): string {
  const rounded = divided(steps, units, { sql: HIDDEN, layer: 0 });
  return `toDecimal128(${rounded.sql}, 0) * toDecimal128('${(10 ** -decimals).toFixed(decimals)}', ${decimals})`;
}

const hasRatio = (formula: Formula): boolean => formula.kind === 'ratio';

/** The value of a column over the sums of a side, as the file has it. */
export function columnSql(steps: Steps, column: ReportColumn, side: Side): string {
  const decimals = column.format === 'percent' ? SHOWN_DECIMALS - 2 : SHOWN_DECIMALS;
  if (column.kind === 'own') return shown(steps, expressionSql(steps, column.expression, side), decimals);
  const { formula } = metricOf(column.id);
  if (hasRatio(formula)) return shown(steps, metricSql(steps, formula, side), decimals);
  return orderSql(formula, side);
}
