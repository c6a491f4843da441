/** The names that partners give the columns of their statistics. */
import { withoutCurrency } from '@signpost/contract/reading/header-currency.ts';
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS, type ImportField } from '@signpost/contract/records/gambling-import.ts';

/** The letters of a name, without a currency beside it. */
const words = (text: string): string =>
  withoutCurrency(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
/** Other names that partners give their columns. */
const ALSO: Partial<Record<ImportField, readonly string[]>> = {
  day: ['date', 'datum', 'reportdate'],
  geo: ['country', 'countrycode'],
  trafficSource: ['source', 'subid', 'campaign'],
  registrations: ['leads', 'signups', 'regs', 'reg'],
  firstDeposits: ['ftd', 'ftds', 'firstdepositcount', 'cpa'],
  deposits: ['depositcount', 'depositscount'],
  depositAmount: ['deposited', 'depositsum', 'depositsamount', 'totaldeposits'],
  revenue: ['commission', 'earnings', 'ngr', 'netrevenue', 'income'],
};

function namesOf(field: ImportField): string[] {
  const others = ALSO[field] ?? [];
  return [words(field), words(IMPORT_FIELDS[field]), ...others];
}
const EVERY_NAME: ReadonlySet<string> = new Set(IMPORT_FIELD_NAMES.flatMap(namesOf));

/** The column of a field, by its name. */
export function columnOf(field: ImportField, columns: readonly string[]): string | undefined {
  const names = namesOf(field);
  return columns.find((name) => names.includes(words(name)));
}

/** How many of these are names that partners give their columns. */
export const knownColumns = (names: readonly string[]): number =>
  names.filter((name) => EVERY_NAME.has(words(name))).length;
