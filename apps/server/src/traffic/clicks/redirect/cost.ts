/** The cost of a click, as its link reports it (docs/product/clicks.md#costs-in-links). */
import type { LinkProblemKind } from '@signpost/contract/entities/link-problem.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { compareMoney, divideMoney, multiplyMoney } from '@signpost/contract/money/money.ts';
import { readAmount } from '@signpost/contract/reading/amount.ts';
import { isCoin, readCurrency } from '@signpost/contract/reading/currency.ts';
import { withoutExponent } from '@signpost/contract/reading/exponent.ts';
import type { LinkProblems } from '../problems/link-problems.ts';
import type { Source } from '../snapshot/compile.ts';
import { CONTRADICTION, type Link } from './link.ts';

export interface Cost {
  /** As reported, with its currency. */
  readonly amount: string;
  readonly currency: string;
  /**
   * In the base currency; '' for an amount in another one, or from a source with a limit per day, which the worker
   * values and bounds (counting/costs.ts).
   */
  readonly cost: string;
}

type Said = Pick<Link, 'cost' | 'currency'>;
type CostSource = Pick<Source, 'maySendCosts' | 'mostCostPerClick' | 'isCostLimitedPerDay'> | undefined;

export interface CostReading {
  cost?: Cost;
  problem?: LinkProblemKind;
}

const PLAIN = /^\d{1,12}(?:\.\d{1,6})?$/;
/** Sources that buy by the thousand divide what they paid, which gives many decimals; six of them are stored. */
const LONG = /^\d{0,12}\.\d{1,24}$/;
/** A code or a sign of a currency in front of an amount or behind it. */
const IN_FRONT = /^([^\d\s.,+-]{1,6})\s*([\d.,]+)$/u;
const BEHIND = /^([\d.,]+)\s*([^\d\s.,+-]{1,6})$/u;

const UNREADABLE: CostReading = { problem: 'cost_unreadable' };
const OTHER_CURRENCY: CostReading = { problem: 'cost_currency' };

function amountOf(said: string, currency: string): string | CostReading {
  const text = said.trim();
  if (PLAIN.test(text)) return text;
  const exact = LONG.test(text) ? `0${text}` : withoutExponent(text);
  const long = exact && divideMoney(exact, '1');
  if (long !== null && PLAIN.test(long)) return long;
  if (long !== null) return UNREADABLE;
  const read = readAmount(text, { currency });
  if (read.kind === 'foreign') return OTHER_CURRENCY;
  if (read.kind !== 'amount' || read.amount.startsWith('-') || !PLAIN.test(read.amount)) return UNREADABLE;
  return read.amount;
}

/** Whether a cost that is not zero would be stored as zero: facts have six decimals. */
const isTooSmall = (text: string, stored: string): boolean =>
  compareMoney(stored, '0') === 0 && /[1-9]/.test(text.toLowerCase().split('e', 1).join(''));

interface Unit {
  code: string;
  factor: string;
}

/** The currency that a text names. Those of no list, and coins, for which no rates are published, are no money here. */
function unitOf(text: string): Unit | null {
  const read = readCurrency(text);
  if (read.kind === 'none') return { code: baseCurrency(), factor: '1' };
  if (read.kind === 'currency' && !isCoin(read.code)) return read;
  return null;
}

/** Takes the currency out of an amount that names one, such as `0.12USD`. */
function splitAmount(said: string): { amount: string; unit: Unit | null } {
  const text = said.trim();
  const [, before, behindIt] = IN_FRONT.exec(text) ?? [];
  const [, beforeIt, behind] = BEHIND.exec(text) ?? [];
  const amount = behindIt ?? beforeIt;
  const name = before ?? behind;
  const unit = amount === undefined || name === undefined ? null : unitOf(name);
  if (unit === null || amount === undefined) return { amount: text, unit: null };
  return { amount, unit };
}

/** The cost that a link names, or the reason why it is no money. */
export function readCost(said: Said, source: CostSource): CostReading {
  if (source?.maySendCosts !== true) return { problem: 'cost_not_allowed' };
  // A slash stands in front of a cost in the path of a link, where no position has a meaning.
  if (said.cost.includes(CONTRADICTION) || said.cost.startsWith('/')) return UNREADABLE;
  if (said.currency.includes(CONTRADICTION)) return OTHER_CURRENCY;
  const named = unitOf(said.currency);
  if (named === null) return OTHER_CURRENCY;
  const written = splitAmount(said.cost);
  const isContradicted = said.currency.trim() !== '' && written.unit !== null && written.unit.code !== named.code;
  if (isContradicted) return OTHER_CURRENCY;
  const { code: currency, factor } = written.unit ?? named;
  const units = amountOf(written.amount, currency);
  if (typeof units !== 'string') return units;
  const amount = factor === '1' ? units : multiplyMoney(units, factor);
  if (isTooSmall(written.amount, divideMoney(amount, '1') ?? '0')) return UNREADABLE;
  if (currency !== baseCurrency()) return { cost: { amount, currency, cost: '' } };
  if (compareMoney(amount, source.mostCostPerClick) > 0) return { problem: 'cost_too_high' };
  return { cost: { amount, currency, cost: source.isCostLimitedPerDay === true ? '' : amount } };
}

/** The cost of a click. A cost that is no money is counted; bots cost nothing. Most links name no cost. */
export function takeCost(
  problems: LinkProblems,
  link: Link,
  source: Source | undefined,
  bot: string | undefined,
): Cost | undefined {
  if (link.cost === '' || bot !== undefined) return undefined;
  const { cost, problem } = readCost(link, source);
  if (problem !== undefined)
    problems.count(problem, source?.id ?? 0, link.currency === '' ? link.cost : `${link.cost} ${link.currency}`);
  return cost;
}
