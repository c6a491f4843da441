/** Background work on the ledgers: the files being imported. */
import type { RunKind } from '../runs/kinds.ts';
import { type ImportDeps, partnerFiguresRun } from './imports/work.ts';

export const ledgerRuns = (deps: ImportDeps): RunKind[] => [partnerFiguresRun(deps)];
