/** `/links-checker/download/{downloadId}`: progress, then the results and their file. */

import type { CallAnswer } from '@signpost/contract/calls/define-call.ts';
import { downloadLinkResults, listLinkResults, readLinkCheck } from '@signpost/contract/calls/link-checks.ts';
import { cancelRun, runAgain } from '@signpost/contract/calls/runs.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { VERDICT_LABELS, VERDICTS, type Verdict } from '@signpost/contract/traffic/clicks/link-verdict.ts';
import { type LinkCheckSummary, RESULTS_PAGE } from '@signpost/contract/traffic/links/checks.ts';
import { RUN_STATE_LABELS } from '@signpost/contract/workplace/jobs/runs.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { idOf, useScreenParams } from '../../../address/use-params.ts';
import { CallError } from '../../../api/call-error.tsx';
import { callKey, send, useCall, useCallWithMeta } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { saveFile } from '../../../api/save-file.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState, FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { ExportMenu } from '../../../ui/layout/export-menu.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { usePages } from '../../../ui/layout/use-pages.tsx';
import classes from './links-checker.module.css';
import { RESULT_COLUMNS, Steps } from './result-columns.tsx';
import { CheckProgress, countsInWords, isMoving } from './verdicts.tsx';

const POLL_MS = 1_000;

function Actions({ check }: { check: LinkCheckSummary }) {
  const params = { id: check.runId };
  const refresh = [readLinkCheck, listLinkResults];
  const cancel = useAction(() => send(cancelRun, { params }), { refresh, said: () => 'The check is being cancelled.' });
  const again = useAction(() => send(runAgain, { params }), { refresh, said: () => 'The check goes on.' });
  return (
    <div className={classes.buttons}>
      {check.mayCancel && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel check
        </Button>
      )}
      {check.mayRunAgain && (
        <Button loading={again.isPending} onClick={() => again.mutate(undefined)}>
          Go on with the rest
        </Button>
      )}
      <ExportMenu
        of={check.name}
        total={check.total}
        onSave={(format) =>
          saveFile(downloadLinkResults, { params: { id: check.id, format } }, `links-${check.id}.${format}`)
        }
      />
    </div>
  );
}

/** Reads the results again whenever the check has got further, its end included. */
function useReadAgain(progress: string): void {
  const client = useQueryClient();
  const readAgain = useEffectEvent((_progress: string) => {
    void client.invalidateQueries({ queryKey: callKey(listLinkResults) });
  });
  useEffect(() => readAgain(progress), [progress]);
}

function Results({ check }: { check: LinkCheckSummary }) {
  const pages = usePages(RESULTS_PAGE, 'links');
  const [verdict, setVerdict] = useState<Verdict | undefined>();
  const { data, error, refetch } = useCallWithMeta(
    listLinkResults,
    { params: { id: check.id }, query: { verdict, offset: pages.offset } },
    { staleTime: 0, keepsPrevious: true },
  );
  useReadAgain(`${check.state} ${check.done}`);
  if (error !== null && data === undefined) return <CallError error={error} onRetry={() => void refetch()} />;
  const total = data?.meta.total ?? 0;
  return (
    <>
      <div className={classes.filters}>
        <Choice
          label="Verdict"
          value={verdict ?? null}
          options={VERDICTS.filter((one) => check.counts[one] > 0).map((value) => ({
            value,
            label: `${VERDICT_LABELS[value]} (${check.counts[value]})`,
          }))}
          onChange={(next) => {
            setVerdict(memberOf(VERDICTS, next ?? undefined));
            pages.toFirst();
          }}
          clearable
          placeholder="All verdicts"
        />
        <Actions check={check} />
      </div>
      <DataTable
        label="Results"
        columns={RESULT_COLUMNS}
        rows={data?.data ?? []}
        rowId={({ position }) => String(position)}
        loading={data === undefined}
        totalRows={total}
        cardNumbers={['verdict', 'clickId']}
        expand={{
          render: (row) => <Steps result={row} />,
          canExpand: ({ steps }) => steps.length > 0,
          label: 'Steps',
        }}
        empty={<EmptyState title="Nothing to show">No link has this verdict. Choose another one.</EmptyState>}
      />
      {pages.renderPager(total)}
    </>
  );
}

/** A check that does not exist, or that belongs to somebody else. */
function Missing() {
  return (
    <EmptyState
      title="This check was not found"
      action={<Button href={hashHref(path.linksChecker())}>All checks</Button>}
    >
      The address is wrong, or the check belongs to somebody else. People see their own checks.
    </EmptyState>
  );
}

export default function LinkCheckPage() {
  const { downloadId } = useScreenParams();
  const id = idOf(downloadId);
  if (Number.isNaN(id)) return <Missing />;
  return <Check id={id} />;
}

function Check({ id }: { id: number }) {
  const check = useCall(
    readLinkCheck,
    { params: { id } },
    { poll: { everyMs: POLL_MS, isOn: isMoving }, staleTime: 0 },
  );
  if (check.error instanceof ApiError && check.error.httpStatus === 404) return <Missing />;
  return (
    <Loaded of={check} keepsData skeleton={<FormSkeleton fields={4} />}>
      {(data) => <LoadedCheck data={data} />}
    </Loaded>
  );
}

function LoadedCheck({ data }: { data: CallAnswer<typeof readLinkCheck> }) {
  const renderState = () => {
    if (isMoving(data)) return <CheckProgress check={data} />;
    return (
      <p className={classes.lead} role="status">
        {RUN_STATE_LABELS[data.state]}: {countsInWords(data)}.
        {data.mailTo !== null && data.state === 'succeeded' && ` The results were sent to ${data.mailTo}.`}
      </p>
    );
  };
  return (
    <div className={classes.page}>
      <PageHeader title={data.name} />
      {renderState()}
      {data.problem !== null && (
        <p className={classes.problem} role="alert">
          {data.problem}
        </p>
      )}
      <Results check={data} />
    </div>
  );
}
