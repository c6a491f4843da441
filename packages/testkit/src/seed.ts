/**
 * Set-up of every test file. `SEED`, which `npm test` sets, is the seed of all random cases. A property ends after two
 * minutes and reports the smallest counterexample found so far. Without this limit, the search for a smaller one could
 * exceed the time limit of the test, and the report would only say "timed out".
 */
import fc from 'fast-check';

const { SEED, THOROUGH } = process.env;
const LIMIT_MS = 120_000;
fc.configureGlobal({
  ...(SEED !== undefined && { seed: Number(SEED) }),
  ...(THOROUGH !== '1' && { interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true }),
});
