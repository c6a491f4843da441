/** Background work of the ledgers: processing uploaded files. */
import type { Job } from '../platform/job.ts';
import { untilDone } from '../platform/repeat.ts';
import { type ImportDeps, workOnce } from './imports/work.ts';

const IMPORTS_MS = 500;

export function ledgerJobs(deps: ImportDeps): Job[] {
  return [
    {
      name: 'imports',
      everyMs: IMPORTS_MS,
      run: (stopping) => untilDone(stopping, async () => ((await workOnce(deps)) ? 1 : 0)),
    },
  ];
}
