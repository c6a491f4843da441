/** The limits of a credit note, and its VAT. All notes that credit an invoice in full come to exactly the invoice. */

import { decimalsOf } from '../reading/minor-units.ts';
import { type Money, withoutTrailingZeros } from '../reading/money-text.ts';
import { compareMoney, subtractMoney, sumMoney } from './money.ts';
import { type Rounding, vatOf } from './rounding.ts';

/** A line of the invoice with what earlier notes have credited of it. */
export interface CreditableLine {
  position: number;
  net: string;
  vatCategory: string;
  vatRate: string;
  credited: string;
}

/** The part of a line that a note credits. */
export interface CreditedLine {
  position: number;
  amount: string;
}

/** Why a line cannot be credited by this amount. */
export interface CreditRefusal {
  position: number;
  /** The most that can still be credited: of the line, or with `tooMuchInAll` of all lines with its VAT rate together. */
  left: Money;
  reason: 'unknownLine' | 'wrongSign' | 'tooMuch' | 'tooMuchInAll' | 'twice' | 'tooFine';
}

export interface CreditGroup {
  category: string;
  rate: string;
  net: Money;
  vat: Money;
}

const isNegative = (amount: string): boolean => compareMoney(amount, '0') < 0;
const keyOf = ({ vatCategory, vatRate }: CreditableLine): string => `${vatCategory} ${vatRate}`;

/** The amount that can still be credited of a line: it has the sign of the line. */
export const leftToCredit = ({ net, credited }: CreditableLine): Money => subtractMoney(net, credited);

function refusalOf(
  line: CreditableLine | undefined,
  { position, amount }: CreditedLine,
  places: number,
): CreditRefusal | null {
  if (line === undefined) return { position, left: '0', reason: 'unknownLine' };
  const left = leftToCredit(line);
  if (decimalsOf(withoutTrailingZeros(amount)) > places) return { position, left, reason: 'tooFine' };
  if (compareMoney(amount, '0') !== 0 && isNegative(amount) !== isNegative(line.net))
    return { position, left, reason: 'wrongSign' };
  const over = isNegative(line.net) ? compareMoney(amount, left) < 0 : compareMoney(amount, left) > 0;
  if (over) return { position, left, reason: 'tooMuch' };
  return null;
}

/**
 * Lines of different signs could each be credited within their own limits and still come to more than the invoice. So the
 * credit of each group, over all notes, stays between nothing and the net amount of the group.
 */
function refusalOfGroup(
  members: readonly CreditableLine[],
  amountOf: ReadonlyMap<number, Money>,
): CreditRefusal | null {
  const whole = sumMoney(members.map(({ net }) => net));
  const before = sumMoney(members.map(({ credited }) => credited));
  const after = sumMoney([before, ...members.map(({ position }) => amountOf.get(position) ?? '0')]);
  const [low, high] = isNegative(whole) ? [whole, '0'] : ['0', whole];
  const isOver = compareMoney(after, high) > 0;
  // If older notes credited too much, a new note may only reduce the excess.
  if (!isOver && (compareMoney(after, low) >= 0 || compareMoney(after, before) >= 0)) return null;
  const worst = members.find(({ position }) => {
    const amount = amountOf.get(position) ?? '0';
    if (isOver) return compareMoney(amount, '0') > 0;
    return isNegative(amount);
  });
  if (worst === undefined) return null;
  return { position: worst.position, left: subtractMoney(isOver ? high : low, before), reason: 'tooMuchInAll' };
}

/**
 * Checks what a note would credit, and computes its VAT per group from the cumulative credit: the VAT of everything
 * credited including this note, minus the VAT of everything credited before. These differences add up, so the notes of a
 * fully credited invoice have exactly its VAT.
 */
export function creditOf(
  lines: readonly CreditableLine[],
  credited: readonly CreditedLine[],
  rounding: Rounding,
): { groups: CreditGroup[] } | { refusals: CreditRefusal[] } {
  const refusals = credited.flatMap(
    (part) =>
      refusalOf(
        lines.find(({ position }) => position === part.position),
        part,
        rounding.places,
      ) ?? [],
  );
  if (refusals.length > 0) return { refusals };
  const amountOf = new Map<number, Money>();
  for (const { position, amount } of credited) {
    if (amountOf.has(position)) return { refusals: [{ position, left: '0', reason: 'twice' }] };
    amountOf.set(position, sumMoney([amount]));
  }
  for (const members of Map.groupBy(lines, keyOf).values()) {
    const refusal = refusalOfGroup(members, amountOf);
    if (refusal !== null) return { refusals: [refusal] };
  }
  const groups = [...Map.groupBy(lines, keyOf).values()].flatMap((members): CreditGroup[] => {
    const [{ vatCategory, vatRate } = { vatCategory: '', vatRate: '0' }] = members;
    if (!members.some(({ position }) => amountOf.has(position))) return [];
    const before = sumMoney(members.map((line) => line.credited));
    const net = sumMoney(members.map(({ position }) => amountOf.get(position) ?? '0'));
    const vat = subtractMoney(vatOf(sumMoney([before, net]), vatRate, rounding), vatOf(before, vatRate, rounding));
    return [{ category: vatCategory, rate: vatRate, net, vat }];
  });
  return { groups };
}
