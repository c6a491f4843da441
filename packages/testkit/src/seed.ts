/**
 * Set-up of every test file, which has the default base currency and starts after midnight if it would see it. `SEED`, which `npm test` sets, is the seed
 * of all random cases. A property ends after four minutes and reports the smallest counterexample found so far. Without
 * this limit, the search for a smaller one could exceed the time limit of the test, and the report would only say
 * "timed out".
 */
import { DEFAULT_BASE_CURRENCY, setBaseCurrency } from '@signpost/contract/money/base-currency.ts';
import fc from 'fast-check';
import { wholeDay } from './whole-day.ts';

const { SEED, THOROUGH } = process.env;
const LIMIT_MS = 240_000;
fc.configureGlobal({
  ...(SEED !== undefined && { seed: Number(SEED) }),
  ...(THOROUGH !== '1' && { interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true }),
});

setBaseCurrency(DEFAULT_BASE_CURRENCY);

/** More than the longest file takes, beside other work too. */
const FILE_MS = 5 * 60_000;
await wholeDay(FILE_MS);
