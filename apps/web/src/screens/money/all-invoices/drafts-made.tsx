/** The job that makes drafts: how far it is, then links to the drafts, and why others were not made. */

import type { CallAnswer } from '@signpost/contract/calls/define-call.ts';
import { readDrafts } from '@signpost/contract/calls/documents.ts';
import { cancelRun } from '@signpost/contract/calls/runs.ts';
import type { DraftsMade } from '@signpost/contract/money/views.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { send, useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useAction } from '../../../api/use-action.ts';
import classes from '../../../features/money/documents/documents.module.css';
import { DOCUMENT_CALLS } from '../../../features/money/documents/refresh.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatNumber } from '../../../ui/values/format.ts';

const POLL_MS = 700;

const isUnderWay = (state: string): boolean => state === 'waiting' || state === 'running';

function Progress({ runId, done, total }: { runId: number; done: number; total: number }) {
  const cancel = useAction(() => send(cancelRun, { params: { id: runId } }), {
    refresh: DOCUMENT_CALLS,
    said: () => 'Making the drafts is being cancelled. None of them stays.',
  });
  return (
    <div className={classes.footer} role="status">
      <progress value={done} max={total} aria-label="Drafts computed" />
      <span className={classes.muted}>{`${formatNumber(done)} of ${formatNumber(total)} drafts computed.`}</span>
      <Button loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        Cancel
      </Button>
    </div>
  );
}

const draftHref = (id: number): string => `${hashHref(path.allInvoices())}?document=${id}`;

function Made({ made }: { made: DraftsMade }) {
  const count = made.filter(({ documentId }) => documentId !== null).length;
  return (
    <Panel title={`Drafts made: ${count}${count === made.length ? '' : ` of ${made.length}`}`}>
      <ul className={classes.lines} aria-label="Drafts made">
        {made.map(({ side, partyId, party, currency, documentId, problem, warning }) => {
          const renderOutcome = () => {
            if (documentId === null) return <span className={classes.muted}>{problem}</span>;
            return <a href={draftHref(documentId)}>{`Open draft ${documentId}`}</a>;
          };
          return (
            <li key={`${side} ${partyId} ${currency}`}>
              <span>{`${party}, ${currency}`}</span>
              {renderOutcome()}
              {warning !== '' && <span className={classes.muted}>{warning}</span>}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

export function DraftsOfRun({ runId }: { runId: number }) {
  const run = useCall(
    readDrafts,
    { params: { id: runId } },
    { staleTime: 0, poll: { everyMs: POLL_MS, isOn: ({ state }) => isUnderWay(state) } },
  );
  const hasEnded = run.data !== undefined && !isUnderWay(run.data.state);
  const client = useQueryClient();
  const readAgain = useEffectEvent(() => {
    for (const queryKey of DOCUMENT_CALLS) void client.invalidateQueries({ queryKey });
  });
  useEffect(() => {
    if (hasEnded) readAgain();
  }, [hasEnded]);
  return (
    <Loaded of={run} skeleton={null}>
      {(data) => <Drafts runId={runId} data={data} />}
    </Loaded>
  );
}

function Drafts({ runId, data }: { runId: number; data: CallAnswer<typeof readDrafts> }) {
  if (isUnderWay(data.state)) return <Progress runId={runId} done={data.done} total={data.total} />;
  if (data.state === 'cancelled') return <p className={classes.muted}>The drafts were cancelled. None was made.</p>;
  if (data.state === 'failed')
    return <p className={classes.muted} role="alert">{`No draft was made. ${data.problem}`}</p>;
  return <Made made={data.made} />;
}
