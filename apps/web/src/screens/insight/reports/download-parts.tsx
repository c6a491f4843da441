/** How downloads are shown in lists. */

import type { ReportDownload } from '@signpost/contract/insight/reports/downloads.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { RUN_STATE_LABELS, type RunState } from '@signpost/contract/workplace/jobs/runs.ts';
import { useUser } from '../../../api/session.ts';
import { formatBytes, formatNumber } from '../../../ui/values/format.ts';
import { Badge, type BadgeProps, Time } from '../../../ui/values/values.tsx';
import classes from './reports.module.css';

const TONES = {
  waiting: 'neutral',
  running: 'accent',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const satisfies Record<RunState, BadgeProps['tone']>;

export function DownloadBadge({ download: { state, removedAt } }: { download: ReportDownload }) {
  if (removedAt !== null) return <Badge tone="neutral">Expired</Badge>;
  return <Badge tone={TONES[state]}>{RUN_STATE_LABELS[state]}</Badge>;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Rows and size of the files, in words. */
export function sizeOf({ files, format }: Pick<ReportDownload, 'files' | 'format'>): string {
  if (files.length === 0) return format;
  const rows = formatNumber(sum(files.map((file) => file.rows)));
  const bytes = formatBytes(sum(files.map((file) => file.bytes)));
  return `${files.length === 1 ? '' : `${files.length} files, `}${rows} rows, ${format}, ${bytes}`;
}

/** Whether something about a download changes by itself. */
export const isMoving = ({ state, deliveries }: ReportDownload): boolean =>
  state === 'waiting' || state === 'running' || deliveries.some((one) => one.state === 'waiting');

function originOf({ isScheduled, isOwn, owner }: ReportDownload): string {
  if (isScheduled) return 'Scheduled';
  if (isOwn) return 'Run by you';
  return `Run by ${owner}`;
}

export function DownloadList({ downloads, showsTitle }: { downloads: readonly ReportDownload[]; showsTitle: boolean }) {
  const { timeZone } = useUser();
  return (
    <ul className={classes.downloads}>
      {downloads.map((download) => (
        <li key={download.id}>
          <a href={hashHref(path.advancedReportingDownload({ downloadId: download.id }))}>
            {showsTitle ? download.title : <Time value={download.createdAt} zone={timeZone} />}
          </a>
          <span className={classes.muted}>
            {showsTitle && <Time value={download.createdAt} zone={timeZone} />}
            {showsTitle && ' · '}
            {originOf(download)}
            {' · '}
            {sizeOf(download)}
            {download.deliveries.some(({ state }) => state === 'failed' || state === 'refused') &&
              ' · not delivered to all'}
          </span>
          <DownloadBadge download={download} />
        </li>
      ))}
    </ul>
  );
}
