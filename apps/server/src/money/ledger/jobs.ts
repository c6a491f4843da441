/** Background work on the ledgers: the files being imported. */
import type { RunKind, RunRepeats } from '../../workplace/runs/kinds.ts';
import { importRepeat } from './imports/repeat.ts';
import { type ImportDeps, partnerFiguresRun } from './imports/work.ts';

export const ledgerRuns = (deps: ImportDeps): RunKind[] => [partnerFiguresRun(deps)];

export const ledgerRepeats: RunRepeats = { partnerFigures: importRepeat };
