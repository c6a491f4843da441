/** Background work on documents: making many drafts. */
import type { RunKind } from '../../workplace/runs/kinds.ts';
import { draftsRun } from './draft-run.ts';
import type { DraftDeps } from './drafts.ts';

export const documentRuns = (deps: DraftDeps): RunKind[] => [draftsRun(deps)];
