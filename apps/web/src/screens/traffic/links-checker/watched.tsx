/** The watched links: what the worker found at the addresses of the configuration, and what happens to dead ones. */
import { mayCall } from '@signpost/contract/access/access.ts';
import {
  listWatchedLinks,
  readWatchedSummary,
  setLinkWatch,
  trustWatchedLink,
} from '@signpost/contract/calls/watched-links.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import {
  ENDS_SOON_DAYS,
  WATCHED_PAGE,
  WATCHED_SHOWN,
  type WatchedLink,
  type WatchedShown,
  type WatchedSummary,
} from '@signpost/contract/traffic/links/watched.ts';
import { useMemo } from 'react';
import { useGo, useLatestSearch } from '../../../address/use-go.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { CallError } from '../../../api/call-error.tsx';
import { send, useCall, useCallWithMeta } from '../../../api/calls.ts';
import { ConfirmCallButton } from '../../../api/confirm-call.tsx';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { usePages } from '../../../ui/layout/use-pages.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import classes from './links-checker.module.css';
import { Steps } from './result-columns.tsx';
import { watchedColumnsIn } from './watched-columns.tsx';

const POLL_MS = 30_000;
const REFRESH = [listWatchedLinks, readWatchedSummary];

const labelsOf = ({ links, broken, endsSoon, lostClickId }: WatchedSummary): Record<WatchedShown, string> => ({
  all: `All links (${formatNumber(links)})`,
  broken: `Broken (${formatNumber(broken)})`,
  ends_soon: `Certificate or domain ends within ${ENDS_SOON_DAYS} days (${formatNumber(endsSoon)})`,
  lost_click_id: `Click id is lost (${formatNumber(lostClickId)})`,
});

/** The treatment of dead links, and the button that changes it. */
function Effect({ summary: { takesOut, version }, mayDecide }: { summary: WatchedSummary; mayDecide: boolean }) {
  const describeChange = () => {
    if (takesOut) return 'Links that have left the rotation come back at once, although they are dead.';
    return 'A link leaves the rotation after two failed looks, ten minutes apart. Its clicks go to the other campaigns and deals, and to the fallback link if there are none. Every such click says so in its trace.';
  };
  const describeRotation = () => {
    if (takesOut)
      return 'Campaigns and partner links that are dead leave the rotation by themselves, and come back after two successful looks.';
    return 'Dead links are only reported: clicks still go there. They can leave the rotation by themselves.';
  };
  return (
    <div className={classes.effect}>
      <p className={classes.lead}>{describeRotation()}</p>
      {mayDecide && (
        <ConfirmCallButton
          label={takesOut ? 'Keep dead links' : 'Take dead links out'}
          run={() => send(setLinkWatch, { body: { takesOut: !takesOut, version } })}
          refresh={REFRESH}
          said={() => (takesOut ? 'Dead links stay in the rotation.' : 'Dead links leave the rotation by themselves.')}
        >
          {describeChange()}
        </ConfirmCallButton>
      )}
    </div>
  );
}

/** The action of a row: a person can mark a link as working, whatever the looks find. */
function useTrust() {
  return useAction(
    ({ id, isTrusted }: Pick<WatchedLink, 'id' | 'isTrusted'>) =>
      send(trustWatchedLink, { params: { id }, body: { isTrusted } }),
    {
      refresh: REFRESH,
      said: (_, { isTrusted }) =>
        isTrusted ? 'The link counts as working, whatever the looks find.' : 'The looks decide about the link again.',
    },
  );
}

export function WatchedLinks() {
  const user = useUser();
  const go = useGo();
  const latestSearch = useLatestSearch();
  const { shown: wanted } = useScreenSearch('linksChecker');
  const shown = memberOf(WATCHED_SHOWN, wanted) ?? 'all';
  const pages = usePages(WATCHED_PAGE, 'links');
  const summary = useCall(readWatchedSummary, {}, { refetchInterval: POLL_MS, staleTime: 0 });
  const { data, error, refetch } = useCallWithMeta(
    listWatchedLinks,
    { query: { shown, offset: pages.offset } },
    { staleTime: 0, keepsPrevious: true, refetchInterval: POLL_MS },
  );
  const trust = useTrust();
  const mayDecide =
    mayCall(user, setLinkWatch.access.routes, 'view') &&
    setLinkWatch.access.grades.some((grade) => grade === user.grade);
  const columns = useMemo(() => watchedColumnsIn(user.timeZone), [user.timeZone]);
  if (error !== null && data === undefined) return <CallError error={error} onRetry={() => void refetch()} />;
  if (summary.error !== null && summary.data === undefined)
    return <CallError error={summary.error} onRetry={() => void summary.refetch()} />;
  const total = data?.meta.total ?? 0;
  const labels = summary.data && labelsOf(summary.data);
  return (
    <>
      {summary.data && <Effect summary={summary.data} mayDecide={mayDecide} />}
      {labels && (
        <div className={classes.shown}>
          <Choice
            label="Show"
            value={shown}
            options={WATCHED_SHOWN.map((value) => ({ value, label: labels[value] }))}
            onChange={(next) => {
              pages.toFirst();
              void go({ search: { ...latestSearch(), shown: next === 'all' ? undefined : (next ?? undefined) } });
            }}
          />
        </div>
      )}
      <DataTable
        label="Watched links"
        columns={columns}
        rows={data?.data ?? []}
        rowId={({ id }) => String(id)}
        loading={data === undefined}
        totalRows={total}
        cardNumbers={['verdict', 'revenue']}
        expand={{
          render: (row) => (
            <div className={classes.detail}>
              {row.steps.length > 0 && <Steps result={row} />}
              {mayDecide && (row.verdict === 'broken' || row.isTrusted) && (
                <Button
                  loading={trust.isPending}
                  onClick={() => trust.mutate({ id: row.id, isTrusted: !row.isTrusted })}
                >
                  {row.isTrusted ? 'Let the looks decide' : 'It works for visitors'}
                </Button>
              )}
            </div>
          ),
          canExpand: ({ steps, isTrusted }) => steps.length > 0 || isTrusted,
          label: 'Steps',
        }}
        empty={
          <EmptyState title="Nothing to show">
            Campaigns, partner links, mirrors and other links of the configuration are watched by themselves. None of
            them matches.
          </EmptyState>
        }
      />
      {pages.renderPager(total)}
    </>
  );
}
