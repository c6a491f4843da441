/**
 * The formulas of report columns: + − × ÷, parentheses, numbers and the metrics of the catalogue. A formula is parsed
 * into data and never becomes text of a query. Reading takes one pass, and limits keep every formula small.
 */
import { isKeyOf, keysOf } from '../../objects.ts';
import { type MetricId, type MetricKey, metric, metricOf } from '../stats/metrics.ts';

export const FORMULA_LIMITS = {
  characters: 500,
  tokens: 120,
  /** How deep parentheses and minus signs may be nested. */
  depth: 24,
  /** Digits of a number before and after the decimal point. */
  whole: 12,
  decimals: 6,
} as const;

export type Operator = '+' | '-' | '*' | '/';

export type Expression =
  | Readonly<{ kind: 'number'; value: string }>
  /** The value of a metric over the sums of a row; empty where the metric is. */
  | Readonly<{ kind: 'metric'; id: MetricId }>
  | Readonly<{ kind: 'negate'; of: Expression }>
  | Readonly<{ kind: 'binary'; operator: Operator; left: Expression; right: Expression }>;

export interface ParsedFormula {
  expression: Expression;
  /** Whether the result is an amount of money or a plain number. */
  result: 'money' | 'number';
  /** The metrics it reads, without duplicates. */
  metrics: MetricId[];
}

/** An error in a formula, with its first character (counted from 0) and the length of the part that is marked. */
export interface FormulaProblem {
  at: number;
  length: number;
  message: string;
}

export type FormulaAnswer = { formula: ParsedFormula; problem: null } | { formula: null; problem: FormulaProblem };

class Refused extends Error {
  readonly problem: FormulaProblem;
  constructor(at: number, length: number, message: string) {
    super(message);
    this.problem = { at, length, message };
  }
}

type Token = { at: number; text: string } & (
  | { kind: 'number' }
  | { kind: 'name' }
  | { kind: 'operator'; operator: Operator }
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'end' }
);

const SIGNS: Readonly<Record<string, Operator>> = {
  '+': '+',
  '-': '-',
  '\u2212': '-',
  '*': '*',
  '\u00d7': '*',
  '/': '/',
  '\u00f7': '/',
};
/** Each alternative begins with characters of its own, so that nothing is read twice. */
const TOKEN = /(\s+)|(\d+(?:\.\d+)?)|([A-Za-z][A-Za-z0-9]*)|([-+*/\u2212\u00d7\u00f7])|(\()|(\))/y;

function tokensOf(text: string): Token[] {
  if (text.length > FORMULA_LIMITS.characters)
    throw new Refused(
      FORMULA_LIMITS.characters,
      1,
      `A formula can have at most ${FORMULA_LIMITS.characters} characters.`,
    );
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) throw new Refused(at, 1, `“${text.slice(at, at + 1)}” cannot be used here.`);
    const [whole, space, number, name, sign, open] = found;
    if (space === undefined) {
      if (tokens.length === FORMULA_LIMITS.tokens)
        throw new Refused(at, whole.length, 'The formula is too long. Split it into several columns.');
      tokens.push(tokenOf({ at, text: whole }, { number, name, sign, open }));
    }
    at += whole.length;
  }
  return [...tokens, { kind: 'end', at: text.length, text: '' }];
}

function tokenOf(
  place: { at: number; text: string },
  part: Readonly<Record<'number' | 'name' | 'sign' | 'open', string | undefined>>,
): Token {
  if (part.number !== undefined) return { kind: 'number', ...place };
  if (part.name !== undefined) return { kind: 'name', ...place };
  if (part.sign !== undefined) return { kind: 'operator', operator: SIGNS[part.sign] ?? '+', ...place };
  return { kind: part.open === undefined ? 'close' : 'open', ...place };
}

/** A part of a formula with its type: `money` is the power of money in it, and a constant fits beside anything. */
interface Part {
  expression: Expression;
  money: number;
  isConstant: boolean;
}

const byLowerCase = new Map(keysOf(metric).map((key) => [key.toLowerCase(), key]));

/** The metric that a name in a formula means, whatever its capitals. */
export function metricNamed(name: string): MetricKey | undefined {
  if (isKeyOf(metric, name)) return name;
  return byLowerCase.get(name.toLowerCase());
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #metrics = new Set<MetricId>();
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): ParsedFormula {
    const { expression, money } = this.#sum(0);
    const rest = this.#peek();
    if (rest.kind === 'close') throw new Refused(rest.at, 1, 'This parenthesis is never opened.');
    if (rest.kind !== 'end') throw new Refused(rest.at, rest.text.length, 'An operator such as + is missing here.');
    if (this.#metrics.size === 0) throw new Refused(0, Math.max(1, rest.at), 'Use at least one metric.');
    if (money !== 0 && money !== 1)
      throw new Refused(0, Math.max(1, rest.at), 'The result is neither an amount of money nor a plain number.');
    return { expression, result: money === 1 ? 'money' : 'number', metrics: [...this.#metrics] };
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', at: 0, text: '' };
  }

  #operator(among: readonly Operator[]): Extract<Token, { kind: 'operator' }> | null {
    const token = this.#peek();
    if (token.kind !== 'operator' || !among.includes(token.operator)) return null;
    this.#next += 1;
    return token;
  }

  #sum(depth: number): Part {
    let left = this.#product(depth);
    for (let sign = this.#operator(['+', '-']); sign !== null; sign = this.#operator(['+', '-']))
      left = added(left, this.#product(depth), sign);
    return left;
  }

  #product(depth: number): Part {
    let left = this.#factor(depth);
    for (let sign = this.#operator(['*', '/']); sign !== null; sign = this.#operator(['*', '/']))
      left = multiplied(left, this.#factor(depth), sign);
    return left;
  }

  #factor(depth: number): Part {
    const token = this.#peek();
    if (depth > FORMULA_LIMITS.depth)
      throw new Refused(token.at, Math.max(1, token.text.length), 'The formula is nested too deeply.');
    this.#next += 1;
    switch (token.kind) {
      case 'operator': {
        if (token.operator !== '-')
          throw new Refused(token.at, 1, `A metric or a number is missing before “${token.text}”.`);
        const of = this.#factor(depth + 1);
        return { ...of, expression: { kind: 'negate', of: of.expression } };
      }
      case 'number':
        return { expression: { kind: 'number', value: numberIn(token) }, money: 0, isConstant: true };
      case 'name':
        return this.#metric(token);
      case 'open':
        return this.#group(token, depth);
      case 'close':
        throw new Refused(token.at, 1, 'A metric or a number is missing before this parenthesis.');
      case 'end':
        throw new Refused(token.at, 1, token.at === 0 ? 'Enter a formula.' : 'The formula ends too early.');
    }
  }

  #group(open: Token, depth: number): Part {
    const inner = this.#sum(depth + 1);
    const close = this.#peek();
    if (close.kind === 'end') throw new Refused(open.at, 1, 'This parenthesis is never closed.');
    if (close.kind !== 'close')
      throw new Refused(close.at, close.text.length, 'An operator such as + is missing here.');
    this.#next += 1;
    return inner;
  }

  #metric({ at, text }: Token): Part {
    const key = metricNamed(text);
    if (key === undefined) throw new Refused(at, text.length, `There is no metric “${text}”.`);
    const { id } = metric[key];
    this.#metrics.add(id);
    return { expression: { kind: 'metric', id }, money: metricOf(id).format === 'money' ? 1 : 0, isConstant: false };
  }
}

function numberIn({ at, text }: Token): string {
  const [whole = '', decimals = ''] = text.split('.');
  if (whole.length > FORMULA_LIMITS.whole || decimals.length > FORMULA_LIMITS.decimals)
    throw new Refused(
      at,
      text.length,
      `A number can have at most ${FORMULA_LIMITS.whole} digits and ${FORMULA_LIMITS.decimals} decimals.`,
    );
  return text;
}

type Sign = Extract<Token, { kind: 'operator' }>;

const binary = ({ operator }: Sign, left: Part, right: Part): Expression => ({
  kind: 'binary',
  operator,
  left: left.expression,
  right: right.expression,
});

/** A constant beside money is an amount of money. */
function added(left: Part, right: Part, sign: Sign): Part {
  if (left.money !== right.money && !left.isConstant && !right.isConstant) {
    const verb = sign.operator === '+' ? 'added' : 'subtracted';
    throw new Refused(sign.at, 1, `An amount of money and a plain number cannot be ${verb}.`);
  }
  const { money } = left.isConstant ? right : left;
  return { expression: binary(sign, left, right), money, isConstant: left.isConstant && right.isConstant };
}

function multiplied(left: Part, right: Part, sign: Sign): Part {
  const money = sign.operator === '*' ? left.money + right.money : left.money - right.money;
  return { expression: binary(sign, left, right), money, isConstant: left.isConstant && right.isConstant };
}

/** Parses a formula, or says what is wrong at which character. Never throws. */
export function parseFormula(text: string): FormulaAnswer {
  try {
    return { formula: new Parser(tokensOf(text)).parse(), problem: null };
  } catch (error) {
    if (error instanceof Refused) return { formula: null, problem: error.problem };
    throw error;
  }
}
