/** `/looker-wiz`: embedded Looker reports, each in a sandboxed frame. */

import { mayDo } from '@signpost/contract/access/access.ts';
import type { RecordRow } from '@signpost/contract/define/entity.ts';
import { lookerReport } from '@signpost/contract/entities/looker-report.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { useRecords } from '../../../records/api.ts';
import { RecordListPage } from '../../../records/list-page.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, FormSkeleton } from '../../../ui/feedback/states.tsx';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import { listOf } from '../../../ui/values/list-of.ts';
import classes from './looker.module.css';
import { lookerScreen } from './looker-screen.ts';

const MANAGE = 'manage';
const MOST = 100;

const hrefOf = (kind: string) => hashHref(`${path.lookerWiz()}?${buildQuery({ kind })}`);

function Report({ of: report, mayManage }: { of: RecordRow | undefined; mayManage: boolean }) {
  if (report)
    return (
      <iframe
        key={report.id}
        className={classes.frame}
        title={String(report.name)}
        src={String(report.url)}
        sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
    );
  if (mayManage)
    return (
      <EmptyState title="Nothing to show" action={<Button href={hrefOf(MANAGE)}>Add a report</Button>}>
        No Looker report is embedded yet.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing to show">No Looker report is embedded yet. An administrator can add one.</EmptyState>
  );
}

export default function LookerPage() {
  const reports = useRecords(lookerReport, { limit: MOST });
  return (
    <Loaded of={reports} skeleton={<FormSkeleton />}>
      {({ data }) => <Reports reports={data} />}
    </Loaded>
  );
}

/** One report, or the list in which they are managed. */
function Reports({ reports }: { reports: readonly RecordRow[] }) {
  const user = useUser();
  const { kind } = useScreenSearch('lookerWiz');
  const may = mayDo(user, lookerReport, 'edit');
  const managing = may && kind === MANAGE;
  const shown = managing ? undefined : (reports.find(({ id }) => String(id) === kind) ?? reports[0]);
  const tabs = listOf(
    ...reports.map((report) => ({
      label: String(report.name),
      href: hrefOf(String(report.id)),
      current: report === shown,
    })),
    may && { label: 'Manage', href: hrefOf(MANAGE), current: managing },
  );
  return (
    <>
      {tabs.length > 0 && <LinkTabs label="Looker reports" tabs={tabs} />}
      {managing ? <RecordListPage screen={lookerScreen} /> : <Report of={shown} mayManage={may} />}
    </>
  );
}
