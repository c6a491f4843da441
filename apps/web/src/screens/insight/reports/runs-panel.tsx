/** A saved report: run it now, its schedule, and the history of its runs. */
import { readReportState, runReport } from '@signpost/contract/calls/reports.ts';
import type { RecordRow } from '@signpost/contract/define/entity.ts';
import { report } from '@signpost/contract/entities/report.ts';
import { path } from '@signpost/contract/routes/paths.ts';
import { IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { useGo } from '../../../address/use-go.ts';
import { CallError } from '../../../api/call-error.tsx';
import { recordsKey, send, useCall } from '../../../api/calls.ts';
import { useOnceKey } from '../../../api/once-key.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Time } from '../../../ui/values/values.tsx';
import { DownloadList, isMoving } from './download-parts.tsx';
import classes from './reports.module.css';

const POLL_MS = 2_000;

export function RunsPanel({ record, isChanged }: { record: RecordRow; isChanged: boolean }) {
  const user = useUser();
  const go = useGo();
  const input = { params: { id: record.id } };
  const { data, error, refetch } = useCall(readReportState, input, {
    poll: { everyMs: POLL_MS, isOn: ({ downloads }) => downloads.some(isMoving) },
    staleTime: 0,
  });
  const once = useOnceKey();
  const ask = (isSent: boolean) =>
    send(
      runReport,
      { ...input, body: { send: isSent } },
      { idempotencyKey: `${once.keyNow()}${isSent ? '-sent' : ''}` },
    );
  // The key stays the same until the screen is left, so that a double click asks once.
  const run = useAction(ask, {
    refresh: [recordsKey(report)],
    onDone: ({ downloadId }) => void go({ path: path.advancedReportingDownload({ downloadId }) }),
  });
  const schedule = data?.schedule;
  const isOwn = record.ownerId === user.id;
  const isArchived = record.archivedAt !== null;
  return (
    <Section title="Runs">
      <div className={classes.definition}>
        <div className={classes.buttons}>
          <Button
            icon={<IconPlayerPlay size={16} aria-hidden />}
            loading={run.isPending}
            disabled={isArchived}
            onClick={() => run.mutate(false)}
          >
            Run now
          </Button>
          {isOwn && (
            <Button
              icon={<IconSend size={16} aria-hidden />}
              loading={run.isPending}
              disabled={isArchived}
              onClick={() => run.mutate(true)}
            >
              Run and send
            </Button>
          )}
          {isChanged && <span className={classes.muted}>Runs the report as it is saved.</span>}
        </div>
        {schedule !== null && schedule !== undefined && (
          <p className={schedule.pausedAt === null ? classes.hint : classes.problem} role="status">
            {schedule.pausedAt !== null
              ? `The schedule is paused: ${schedule.pausedBecause ?? ''} Save the report to switch it on again.`
              : 'Next run: '}
            {schedule.pausedAt === null && <Time value={schedule.nextRunAt} zone={user.timeZone} />}
          </p>
        )}
        {error !== null && <CallError error={error} onRetry={() => void refetch()} />}
        {data !== undefined && data.downloads.length === 0 && (
          <p className={classes.hint}>This report has not run yet. Run it now, or give it a schedule.</p>
        )}
        {data !== undefined && <DownloadList downloads={data.downloads} showsTitle={false} />}
      </div>
    </Section>
  );
}
