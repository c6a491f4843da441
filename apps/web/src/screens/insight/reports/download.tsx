/** `/advanced-reporting/download/{downloadId}`: progress, then the files and to whom they went. */

import { readNotificationSettings } from '@signpost/contract/calls/notifications.ts';
import { downloadReportFile, makeDownloadAgain, readDownload } from '@signpost/contract/calls/reports.ts';
import { cancelRun, runAgain } from '@signpost/contract/calls/runs.ts';
import type {
  ReportDeliveryOutcome,
  ReportDownload,
  ReportFile,
} from '@signpost/contract/insight/reports/downloads.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { mailIsOff } from '@signpost/contract/workplace/notifications/settings.ts';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useGo } from '../../../address/use-go.ts';
import { idOf, useScreenParams } from '../../../address/use-params.ts';
import { send, useCall } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { saveFile } from '../../../api/save-file.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, FormSkeleton } from '../../../ui/feedback/states.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatBytes, formatNumber } from '../../../ui/values/format.ts';
import { counted } from '../../../ui/values/plural.ts';
import { Badge, type BadgeProps, IdText, Time } from '../../../ui/values/values.tsx';
import { DownloadBadge, isMoving } from './download-parts.tsx';
import { OpenAsGoogleSheet } from './google-sheet.tsx';
import { reportNumber, reportTitle } from './report-number.ts';
import classes from './reports.module.css';

const POLL_MS = 700;

function progressText({ run, state, lateSources }: ReportDownload): string {
  if (state === 'waiting' && lateSources.length > 0) return `Waits for data of ${lateSources.join(', ')}.`;
  if (state === 'waiting') return 'Waits for a free worker.';
  const written = `${formatNumber(run?.done ?? 0)} rows written`;
  if (run?.total) return `${written} of about ${formatNumber(run.total)}.`;
  return `${written}.`;
}

function Progress({ download }: { download: ReportDownload }) {
  const { run, state } = download;
  const isWaiting = state === 'waiting';
  const renderBar = () => {
    if (isWaiting) return <progress aria-label="Progress" />;
    return (
      <progress
        aria-label="Progress"
        {...(run !== null && run.total !== null && run.total > 0 && { value: run.done, max: run.total })}
      />
    );
  };
  return (
    <div className={classes.progress} role="status">
      {renderBar()}
      <span>{progressText(download)}</span>
    </div>
  );
}

function FileRow({ download, file }: { download: ReportDownload; file: ReportFile }) {
  const input = { params: { id: download.id, fileId: file.id } };
  return (
    <li className={classes.file}>
      <div className={classes.fileHead}>
        <strong>{file.partyName ?? file.name}</strong>
        <span className={classes.muted}>
          {counted(file.rows, 'row')} · {formatBytes(file.bytes)}
          {file.sheets > 1 && ` · ${file.sheets} numbered sheets`}
        </span>
      </div>
      {download.removedAt === null && (
        <div className={classes.buttons}>
          <Button
            kind={download.files.length === 1 ? 'primary' : 'default'}
            icon={<IconDownload size={16} aria-hidden />}
            onClick={() => void saveFile(downloadReportFile, input, file.name)}
          >
            {download.files.length === 1 ? 'Download file' : `Download ${file.partyName ?? file.name}`}
          </Button>
          <OpenAsGoogleSheet downloadId={download.id} file={file} />
        </div>
      )}
      <span className={classes.hash}>
        SHA-256 <IdText value={file.sha256} copy />
      </span>
    </li>
  );
}

const DELIVERY = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  dropped: { label: 'Dropped', tone: 'bad' },
  refused: { label: 'Not sent', tone: 'attention' },
} as const satisfies Record<ReportDeliveryOutcome['state'], { label: string; tone: BadgeProps['tone'] }>;

function Deliveries({ deliveries }: { deliveries: readonly ReportDeliveryOutcome[] }) {
  const { grade } = useUser();
  const { data } = useCall(readNotificationSettings, {});
  const reasonOf = ({ channel, state, problem }: ReportDeliveryOutcome) =>
    problem ?? (channel === 'email' && state === 'waiting' && data?.isMailOn === false ? mailIsOff(grade) : null);
  if (deliveries.length === 0) return null;
  return (
    <Panel title="Sent to">
      <ul className={classes.downloads}>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <span>
              {delivery.recipient} ({delivery.channel === 'email' ? 'e-mail' : 'webhook'})
            </span>
            <span className={classes.muted}>{reasonOf(delivery)}</span>
            <Badge tone={DELIVERY[delivery.state].tone}>{DELIVERY[delivery.state].label}</Badge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Facts({ download }: { download: ReportDownload }) {
  const { timeZone } = useUser();
  const { summary, asOf, expiresAt, removedAt, again } = download;
  return (
    <dl className={classes.facts}>
      {summary !== null && (
        <Fact label="Days">
          {summary.days.start} to {summary.days.end}, {summary.timeZone}
        </Fact>
      )}
      <Fact label="As of">
        <Time value={asOf} zone={timeZone} detail="second" />
      </Fact>
      {summary !== null && summary.data !== null && <Fact label="Data">{summary.data}</Fact>}
      {again !== null && (
        <Fact label="Made again">
          From <a href={hashHref(path.advancedReportingDownload({ downloadId: again.of }))}>an earlier answer</a>
          {again.isIdentical === true && ': the table is identical.'}
          {again.isIdentical === false &&
            ': the table differs, because facts of that time arrived later or names have changed.'}
        </Fact>
      )}
      {summary !== null && summary.definitionsChanged.length > 0 && (
        <Fact label="Definitions changed">{summary.definitionsChanged.join(', ')}, since the report was written</Fact>
      )}
      {expiresAt !== null && (
        <Fact label={removedAt === null ? 'Kept until' : 'Removed'}>
          <Time value={removedAt ?? expiresAt} zone={timeZone} />
        </Fact>
      )}
    </dl>
  );
}

/** The totals row of the files. The tooltips show the values as the files contain them. */
function Totals({ download: { summary } }: { download: ReportDownload }) {
  if (summary === null) return null;
  const titles = summary.head.slice(-summary.totals.length);
  const { totals, numberColumns } = summary;
  return (
    <dl className={classes.totals} aria-label="Totals">
      {titles.map((title, index) => (
        <div key={title}>
          <dt>{reportTitle(title, numberColumns[index])}</dt>
          <dd title={totals[index]}>{reportNumber(totals[index] ?? '', numberColumns[index])}</dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({ download }: { download: ReportDownload }) {
  const go = useGo();
  const { run } = download;
  const params = { id: run?.id ?? 0 };
  const cancel = useAction(() => send(cancelRun, { params }), { refresh: [readDownload] });
  const again = useAction(() => send(runAgain, { params }), { refresh: [readDownload] });
  const anew = useAction(() => send(makeDownloadAgain, { params: { id: download.id } }), {
    refresh: [],
    onDone: ({ downloadId }) => void go({ path: path.advancedReportingDownload({ downloadId }) }),
  });
  return (
    <div className={classes.buttons}>
      {run?.mayCancel === true && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel run
        </Button>
      )}
      {run?.mayRunAgain === true && (
        <Button loading={again.isPending} onClick={() => again.mutate(undefined)}>
          Run again
        </Button>
      )}
      {download.state === 'succeeded' && (
        <Button
          icon={<IconRefresh size={16} aria-hidden />}
          loading={anew.isPending}
          onClick={() => anew.mutate(undefined)}
        >
          Make again, as known then
        </Button>
      )}
      <Button kind="quiet" href={hashHref(path.advancedReportingEdit({ id: download.reportId }))}>
        Open report
      </Button>
    </div>
  );
}

export default function ReportDownloadPage() {
  const { downloadId } = useScreenParams();
  const id = idOf(downloadId);
  const download = useCall(
    readDownload,
    { params: { id } },
    { poll: { everyMs: POLL_MS, isOn: isMoving }, staleTime: 0 },
  );
  if (download.error instanceof ApiError && download.error.httpStatus === 404)
    return (
      <EmptyState
        title="This download was not found"
        action={<Button href={hashHref(path.advancedReporting())}>All reports</Button>}
      >
        The address is wrong, or the report belongs to somebody else.
      </EmptyState>
    );
  return (
    <Loaded of={download} keepsData skeleton={<FormSkeleton fields={4} />}>
      {(data) => <Download data={data} />}
    </Loaded>
  );
}

function Download({ data }: { data: ReportDownload }) {
  const isOpen = data.state === 'waiting' || data.state === 'running';
  return (
    <div className={classes.page}>
      <PageHeader title={data.title} />
      <Panel title={isOpen ? 'In progress' : 'Answer'} actions={<DownloadBadge download={data} />}>
        <div className={classes.definition}>
          {isOpen && <Progress download={data} />}
          {data.run?.problem && (
            <p className={classes.problem} role="alert">
              {data.run.problem} {data.run.errorId !== null && <>Error ID: {data.run.errorId}</>}
            </p>
          )}
          {data.removedAt !== null && (
            <p className={classes.hint}>The files have expired. They can be made again as known then.</p>
          )}
          {data.files.length > 0 && (
            <ul className={classes.files}>
              {data.files.map((file) => (
                <FileRow key={file.id} download={data} file={file} />
              ))}
            </ul>
          )}
          {data.state === 'succeeded' && data.files.length === 0 && (
            <p className={classes.hint}>There were no rows to split, so there is no file.</p>
          )}
          <Totals download={data} />
          <Facts download={data} />
          <Actions download={data} />
        </div>
      </Panel>
      <Deliveries deliveries={data.deliveries} />
    </div>
  );
}
