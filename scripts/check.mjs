/** `npm run check`: types, lint, import walls, unused code. */
import { runChecks } from './checks.mjs';

const { failed } = await runChecks();
process.exit(failed === 0 ? 0 : 1);
