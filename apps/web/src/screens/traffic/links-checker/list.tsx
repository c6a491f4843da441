/** `/links-checker`: my checks of links and what they found, and the links that are watched by themselves. */
import { seesOwnPublisherOnly } from '@signpost/contract/access/access.ts';
import { listLinkChecks } from '@signpost/contract/calls/link-checks.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import type { LinkCheckSummary } from '@signpost/contract/traffic/links/checks.ts';
import { RUN_STATE_LABELS } from '@signpost/contract/workplace/jobs/runs.ts';
import { useMemo } from 'react';
import { useScreenSearch } from '../../../address/use-search.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import { useEarlier } from '../../../ui/layout/use-earlier.tsx';
import { Badge } from '../../../ui/values/values.tsx';
import classes from './links-checker.module.css';
import { countsInWords, isMoving } from './verdicts.tsx';
import { WatchedLinks } from './watched.tsx';

const POLL_MS = 2_000;
const PAGE = 50;
const SOURCES = { form: 'Pasted', upload: 'File', email: 'File, answer by mail' } as const;

const columnsIn = (zone: string): DataColumn<LinkCheckSummary>[] => [
  { id: 'name', header: 'Check', width: 260, value: ({ name }) => name },
  {
    id: 'broken',
    header: 'Broken',
    kind: 'number',
    width: 90,
    value: ({ counts }) => counts.broken,
    render: ({ counts }) => {
      if (counts.broken === 0) return '0';
      return <Badge tone="bad">{String(counts.broken)}</Badge>;
    },
  },
  { id: 'links', header: 'Links', kind: 'number', width: 80, value: ({ total }) => total },
  { id: 'found', header: 'Found', width: 280, value: countsInWords },
  {
    id: 'state',
    header: 'State',
    width: 150,
    value: ({ state, done, total }) => {
      if (state === 'running') return `${done} of ${total}`;
      return RUN_STATE_LABELS[state];
    },
  },
  { id: 'source', header: 'From', width: 150, value: ({ source }) => SOURCES[source] },
  timeColumn({ id: 'createdAt', header: 'Started', width: 170, value: ({ createdAt }) => createdAt, zone }),
];

function MyChecks() {
  const { timeZone } = useUser();
  const { before, renderButtons } = useEarlier(PAGE);
  const { data, error, isPending, refetch } = useCall(
    listLinkChecks,
    { query: { before } },
    { poll: { everyMs: POLL_MS, isOn: (checks) => checks.some(isMoving) }, staleTime: 0, keepsPrevious: true },
  );
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  if (error !== null && data === undefined) return <CallError error={error} onRetry={() => void refetch()} />;
  const rows = data ?? [];
  return (
    <>
      <div className={classes.buttons}>
        <Button kind="primary" href={hashHref(path.linksCheckerForm())}>
          Check links
        </Button>
        <Button href={hashHref(path.linksCheckerUpload())}>Check a file</Button>
        <Button href={hashHref(path.linksCheckerUploadEmail())}>Check a file, answer by mail</Button>
      </div>
      <DataTable
        label="Checks of links"
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        rowHref={({ id }) => hashHref(path.linksCheckerDownload({ downloadId: id }))}
        loading={isPending}
        defaultSort={{ id: 'createdAt', direction: 'desc' }}
        cardNumbers={['broken', 'links']}
        empty={
          <EmptyState title="Nothing to show">
            Paste the links of a page or a sheet, and see which are broken, moved, or lose the click id.
          </EmptyState>
        }
      />
      {renderButtons({ rows, latest: 'Latest checks', earlier: 'Earlier checks', className: classes.buttons })}
    </>
  );
}

export default function LinksCheckerPage() {
  const user = useUser();
  const { view } = useScreenSearch('linksChecker');
  const base = hashHref(path.linksChecker());
  // A Publisher sees no rows of other publishers, so the configuration is none of their business.
  const mayWatch = !seesOwnPublisherOnly(user);
  const showsWatched = mayWatch && view === 'watched';
  return (
    <div className={classes.page}>
      {mayWatch && (
        <LinkTabs
          label="Views"
          tabs={[
            { label: 'My checks', href: base, current: !showsWatched },
            { label: 'Watched links', href: `${base}?view=watched`, current: showsWatched },
          ]}
        />
      )}
      {showsWatched ? <WatchedLinks /> : <MyChecks />}
    </div>
  );
}
