/**
 * Set-up of every test file: `SEED`, which `npm test` sets, is the seed of all random cases. A property that takes
 * longer than its limit fails with the smallest counterexample found so far. Without the limit, shrinking would run into
 * the time limit of the test, which does not say what failed.
 */
import fc from 'fast-check';

const { SEED, THOROUGH } = process.env;
const LIMIT_MS = 120_000;
fc.configureGlobal({
  ...(SEED !== undefined && { seed: Number(SEED) }),
  ...(THOROUGH !== '1' && { interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true }),
});
