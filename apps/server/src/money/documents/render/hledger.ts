/** Writes journals as a file for hledger and other programs of plain-text accounting. Pure. */

import { compareMoney } from '@signpost/contract/money/money.ts';
import type { Account } from '@signpost/contract/money/postings.ts';
import { placesOf } from '@signpost/contract/reading/minor-units.ts';

export interface WrittenJournal {
  id: number;
  day: string;
  kind: string;
  text: string;
  /** The functional currency of its legal entity. */
  base: string;
  postings: readonly {
    account: Account;
    /** Empty without a party. */
    party: string;
    currency: string;
    amount: string;
    baseAmount: string;
  }[];
}

const ACCOUNT_NAMES: Readonly<Record<Account, string>> = {
  receivables: 'assets:receivables',
  payables: 'liabilities:payables',
  revenue: 'revenues:partners',
  publisherCost: 'expenses:publishers',
  vatOwed: 'liabilities:vat',
  vatDeductible: 'assets:vat',
  bank: 'assets:bank',
  exchangeClearing: 'equity:conversion',
  exchangeDifference: 'revenues:exchange differences',
  writtenOff: 'expenses:written off',
  accruedReceivables: 'assets:accrued',
  accruedPayables: 'liabilities:accrued',
};

/** Names and texts without the characters that end an account or begin a comment. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\p{Cc};|:()[\]]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const isZero = (amount: string): boolean => compareMoney(amount, '0') === 0;
const isNegative = (amount: string): boolean => compareMoney(amount, '0') < 0;

/** The amounts of a posting: in its currency at what it was worth, or in base currency alone where only that moved. */
function amountsOf(
  { currency, amount, baseAmount }: WrittenJournal['postings'][number],
  base: string,
): readonly string[] {
  if (currency === base) return [`${baseAmount} ${base}`];
  if (isZero(amount)) return [`${baseAmount} ${base}`];
  if (isZero(baseAmount) || isNegative(amount) === isNegative(baseAmount))
    return [`${amount} ${currency} @@ ${baseAmount.replace('-', '')} ${base}`];
  return [`${amount} ${currency} @@ 0 ${base}`, `${baseAmount} ${base}`];
}

/** The whole file, with every account and currency declared, so that strict checks pass. */
export function journalFile(journals: readonly WrittenJournal[]): string {
  const accounts = new Set<string>();
  const currencies = new Set<string>();
  const entries = journals.map(({ id, day, kind, text, base, postings }) => {
    currencies.add(base);
    const lines = postings.flatMap((posting) => {
      const { account, party, currency, amount, baseAmount } = posting;
      if (isZero(amount) && isZero(baseAmount)) return [];
      const name = [ACCOUNT_NAMES[account], plain(party)].filter((part) => part !== '').join(':');
      accounts.add(name);
      currencies.add(currency);
      return amountsOf(posting, base).map((written) => `    ${name}  ${written}`);
    });
    const head = [`${day} (${id}) ${kind}`, plain(text)].filter((part) => part !== '').join(' | ');
    return [head, ...lines].join('\n');
  });
  const declared = [
    ...[...currencies].sort().map((currency) => `commodity 1000.${'0'.repeat(placesOf(currency))} ${currency}`),
    ...[...accounts].sort().map((account) => `account ${account}`),
  ];
  return `${[declared.join('\n'), ...entries].filter((part) => part !== '').join('\n\n')}\n`;
}
