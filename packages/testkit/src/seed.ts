/** Set-up of every test file: `SEED`, which `npm test` sets, is the seed of all random cases. */
import fc from 'fast-check';

const { SEED } = process.env;
if (SEED !== undefined) fc.configureGlobal({ seed: Number(SEED) });
