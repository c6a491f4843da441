import { listDownloads } from '@signpost/contract/calls/reports.ts';
import { useCall } from '../../../api/calls.ts';
import { RecordListPage } from '../../../records/list-page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { DownloadList, isMoving } from './download-parts.tsx';
import { reportScreen } from './report-screen.tsx';
import classes from './reports.module.css';

const POLL_MS = 3_000;

/** `/advanced-reporting`: the reports, and the latest answers. */
export default function ReportListPage() {
  const { data } = useCall(
    listDownloads,
    {},
    { poll: { everyMs: POLL_MS, isOn: (downloads) => downloads.some(isMoving) }, staleTime: 0 },
  );
  return (
    <div className={classes.page}>
      <RecordListPage screen={reportScreen} />
      {data !== undefined && data.length > 0 && (
        <Panel title="Latest files" description="Yours, and those that were sent to you. Files are kept for 30 days.">
          <DownloadList downloads={data} showsTitle />
        </Panel>
      )}
    </div>
  );
}
