import type { CallInput } from '@signpost/contract/calls/define-call.ts';
import { listLinkChecks, startLinkCheck } from '@signpost/contract/calls/link-checks.ts';
import { path } from '@signpost/contract/routes/paths.ts';
import { useState } from 'react';
import { useGo } from '../../../address/use-go.ts';
import { send } from '../../../api/calls.ts';
import { useOnceKey } from '../../../api/once-key.ts';
import { useAction } from '../../../api/use-action.ts';

/** Starts a check and opens it. */
export function useStartCheck(onStarted: () => void = () => {}) {
  const go = useGo();
  const [problem, setProblem] = useState<string | null>(null);
  const once = useOnceKey();
  const start = useAction(
    (body: CallInput<typeof startLinkCheck>['body']) =>
      send(startLinkCheck, { body }, { idempotencyKey: once.keyNow() }),
    {
      refresh: [listLinkChecks],
      onDone: ({ id }) => {
        onStarted();
        void go({ path: path.linksCheckerDownload({ downloadId: id }) });
      },
      onRefused: (error) => {
        once.renewIfRefused(error);
        const about = error.errors.find(({ path: field }) => field.startsWith('texts'));
        setProblem(about?.message ?? null);
        return about !== undefined;
      },
    },
  );
  return { start, problem, clearProblem: () => setProblem(null) };
}
