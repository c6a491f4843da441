import type { CallInput } from '@signpost/contract/calls/define-call.ts';
import { listLinkChecks, startLinkCheck } from '@signpost/contract/calls/link-checks.ts';
import { path } from '@signpost/contract/routes/paths.ts';
import { useGo } from '../../../address/use-go.ts';
import { send } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { useOnceAction } from '../../../api/use-once-action.ts';

/** The problem with the links; null if there is none, or if the call failed for another reason. */
function problemIn(error: Error | null): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.errors.find(({ path: field }) => field.startsWith('texts'))?.message ?? null;
}

/** Starts a check and opens it. */
export function useStartCheck(onStarted: () => void = () => {}) {
  const go = useGo();
  const start = useOnceAction(
    (body: CallInput<typeof startLinkCheck>['body'], key) => send(startLinkCheck, { body }, key),
    {
      refresh: [listLinkChecks],
      onDone: ({ id }) => {
        onStarted();
        void go({ path: path.linksCheckerDownload({ downloadId: id }) });
      },
      onRefused: (error) => problemIn(error) !== null,
    },
  );
  return { start, problem: problemIn(start.error), clearProblem: () => start.isError && start.reset() };
}
