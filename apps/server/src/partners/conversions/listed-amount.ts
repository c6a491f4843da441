/** Reads the amount of a line of a partner's list in the currency of that line. */
import { sumMoney } from '@signpost/contract/money/money.ts';
import { type AmountReading, type DecimalMark, readAmount } from '@signpost/contract/reading/amount.ts';
import { readCurrency } from '@signpost/contract/reading/currency.ts';
import { isOtherCurrency } from '@signpost/contract/reading/header-currency.ts';
import { saysNothing } from '@signpost/contract/reading/reference.ts';
import { isErrorCell } from '@signpost/contract/reading/text-cell.ts';
import { withoutCellMark } from '@signpost/contract/reading/workbook-cell.ts';

export interface ListedAmount {
  /** Null without an amount in the partner's currency. */
  amount: string | null;
  isUnreadable: boolean;
  /** Whether the line is in another currency than the partner's. */
  isForeign: boolean;
  /**
   * The amount and currency that the line reports. An amount that could be read is a decimal string; other texts are as
   * they stand in the line.
   */
  reported: { amount: string; currency: string };
}

interface Reading {
  mark: DecimalMark | null;
  /** The partner's. */
  currency: string;
  /** The currency in the header of the amounts; null if it names none. */
  headerCurrency: string | null;
}

const CODE = /^[A-Z]{3,}$/;

/** The currency that the cell names, as its code or text, or else the header; null if neither does. */
function lineCurrency(cell: string, headerCurrency: string | null): string | null {
  if (isErrorCell(cell)) return cell;
  const read = readCurrency(cell);
  if (read.kind === 'none') return headerCurrency;
  if (read.kind === 'currency' && read.factor === '1') return read.code;
  return cell;
}

const amountOf = (reading: AmountReading): string | null => {
  if (reading.kind === 'amount') return sumMoney([reading.amount]);
  return null;
};

/** The amount of a line by its cells. */
export function readListedAmount(
  text: string,
  currencyText: string,
  { mark, currency, headerCurrency }: Reading,
): ListedAmount {
  const named = lineCurrency(currencyText, headerCurrency);
  const isOther = named !== null && isOtherCurrency(named, currency);
  const expected = isOther && CODE.test(named) ? named : currency;
  const reading = readAmount(text, { mark, currency: expected });
  const found = reading.kind === 'foreign' ? reading.found : null;
  const isForeign = isOther || found !== null;
  // Only a code of its own is a currency in which the amount can be reported.
  const own = found !== null && CODE.test(found) && named === null ? found : expected;
  const amount = amountOf(found === null ? reading : readAmount(text, { mark, currency: own }));
  return {
    amount: isForeign ? null : amount,
    isUnreadable: amount === null && text !== '' && (isErrorCell(text) || !saysNothing(text)),
    isForeign,
    reported: { amount: amount ?? withoutCellMark(text), currency: isForeign ? (named ?? found ?? '') : currencyText },
  };
}
