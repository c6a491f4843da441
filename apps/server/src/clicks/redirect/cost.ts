/** What a click cost, as its link says (docs/product/clicks.md#costs-in-links). */
import type { LinkProblemKind } from '@signpost/contract/entities/link-problem.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { compareMoney, divideMoney } from '@signpost/contract/money/money.ts';
import { readAmount } from '@signpost/contract/reading/amount.ts';
import { withoutExponent } from '@signpost/contract/reading/exponent.ts';
import type { LinkProblems } from '../problems/link-problems.ts';
import type { Source } from '../snapshot/compile.ts';
import type { Link } from './link.ts';

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
const CURRENCY = /^[A-Z]{3}$/;

const UNREADABLE: CostReading = { problem: 'cost_unreadable' };
const OTHER_CURRENCY: CostReading = { problem: 'cost_currency' };

function amountOf(said: string, currency: string): string | CostReading {
  const text = said.trim();
  if (PLAIN.test(text)) return text;
  const exact = LONG.test(text) ? `0${text}` : withoutExponent(text);
  const long = exact === null ? null : divideMoney(exact, '1');
  if (long !== null) return PLAIN.test(long) ? long : UNREADABLE;
  const read = readAmount(text, { currency });
  if (read.kind === 'foreign') return OTHER_CURRENCY;
  if (read.kind !== 'amount' || read.amount.startsWith('-') || !PLAIN.test(read.amount)) return UNREADABLE;
  return read.amount;
}

/** The cost that a link names, or the reason why it is no money. */
export function readCost(said: Said, source: CostSource): CostReading {
  if (source?.maySendCosts !== true) return { problem: 'cost_not_allowed' };
  const currency = said.currency.trim().toUpperCase() || baseCurrency();
  if (!CURRENCY.test(currency)) return OTHER_CURRENCY;
  const amount = amountOf(said.cost, currency);
  if (typeof amount !== 'string') return amount;
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
