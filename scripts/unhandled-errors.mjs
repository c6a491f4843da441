/**
 * A reporter of Vitest for `npm test`. Vitest counts an error that belongs to no test (a rejection that nobody handled,
 * a worker that died) as a failure of the run, but its JSON report does not hold it. This reporter writes those errors
 * as a JSON list of `{ file, name, message }` into the file that `UNHANDLED_ERRORS_FILE` names.
 */
import { writeFileSync } from 'node:fs';

export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const found = errors.map((error) => ({
      file: error.VITEST_TEST_PATH ?? 'no file',
      name: `${error.type ?? 'Error'} during or after “${error.VITEST_TEST_NAME ?? 'no test'}”`,
      message: error.stack ?? error.message,
    }));
    writeFileSync(process.env.UNHANDLED_ERRORS_FILE, JSON.stringify(found));
  }
}
