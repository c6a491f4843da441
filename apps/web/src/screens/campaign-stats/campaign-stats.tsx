/** `/campaign-stats` and `/campaign-stats/{preset}`: boxes, campaigns, prelanders and landers in one table. */

import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { mayOpen } from '@signpost/contract/access.ts';
import type { SavedView } from '@signpost/contract/calls/saved-views.ts';
import { SEARCH_DEBOUNCE_MS } from '@signpost/contract/limits.ts';
import { path } from '@signpost/contract/paths.ts';
import { ROUTES } from '@signpost/contract/routes.ts';
import {
  CAMPAIGN_ROW_KINDS,
  CAMPAIGN_ROWS,
  CAMPAIGN_STATS_BESIDE,
  type CampaignStatsRow,
  campaignStatsTab as tab,
} from '@signpost/contract/stats/campaign-stats.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useMemo, useRef, useState } from 'react';
import { useGo } from '../../address/use-go.ts';
import { useScreenParams } from '../../address/use-params.ts';
import { ApiError } from '../../api/error.ts';
import { useUser } from '../../api/session.ts';
import { useMetadata } from '../../api/use-metadata.ts';
import { DateRange } from '../../stats/date-range.tsx';
import { FilterMenu, NO_CONDITIONS, useFilterChips } from '../../stats/filters.tsx';
import { shownMetrics } from '../../stats/metric-columns.tsx';
import { type Asked, asked, dateRangeProps, useQuestion } from '../../stats/question.ts';
import { StatsExport } from '../../stats/stats-export.tsx';
import { Attribution, Columns, Compare, KingStat } from '../../stats/toolbar.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { LoadingBar } from '../../ui/feedback/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Pager } from '../../ui/layout/pager.tsx';
import { SavedViews } from '../../views/saved-views.tsx';
import { useTableView } from '../../views/table-view.ts';
import classes from './campaign-stats.module.css';
import { campaignColumns, recordPath } from './columns.tsx';
import { PRESETS, useCampaignStats, usePreset } from './use-campaign-stats.ts';

const PAGES = [50, 100, 250, 1000] as const;
const TOTALS = { facts: 'Total, each fact once', rows: 'Total of these rows' } as const;

type Props = Asked & { question: NonNullable<Asked['question']>; preset: SavedView | undefined };

function Table({ question, search, change, preset }: Props) {
  const user = useUser();
  const boxes = useMetadata('campaignboxes');
  const go = useGo();
  const [view, setView] = useTableView(PRESETS);
  const [text, setText] = useState(typeof search.q === 'string' ? search.q : '');
  const searchBox = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => searchBox.current?.focus()]]);
  const find = useDebouncedCallback((q: string) => change({ q: q === '' ? undefined : q }), SEARCH_DEBOUNCE_MS);
  const whole = asked(search, question.timeZone);
  const { data, error, isFetching, isPlaceholderData, refetch } = useCampaignStats(whole);
  const opensFacts = mayOpen(user, ROUTES.eventReporter);
  const chips = useFilterChips(question, change);
  const columns = useMemo(() => campaignColumns(question, data?.data, opensFacts), [question, data, opensFacts]);
  const kinds = new Set(Array.isArray(search.kinds) ? search.kinds : []);
  const total = data?.meta.total ?? 0;
  const totals = data?.data.totals;
  const toggle = (kind: string) => {
    const next = CAMPAIGN_ROW_KINDS.filter((one) => (one === kind ? !kinds.has(one) : kinds.has(one)));
    change({ kinds: next.length > 0 && next.length < CAMPAIGN_ROW_KINDS.length ? next : undefined });
  };
  const isSeo = (boxId: number) => boxes?.find(({ id }) => id === boxId)?.boxKind === 'seo';
  const parts = { tab, question, change };
  return (
    <>
      <PageHeader
        title={preset?.name ?? tab.title}
        context={<DateRange {...dateRangeProps(question, search, change)} />}
      />
      <div className={classes.screen}>
        <div className={classes.bar}>
          <fieldset className={classes.kinds}>
            <legend>Rows</legend>
            <button type="button" aria-pressed={kinds.size === 0} onClick={() => change({ kinds: undefined })}>
              All
            </button>
            {CAMPAIGN_ROW_KINDS.map((kind) => (
              <button key={kind} type="button" aria-pressed={kinds.has(kind)} onClick={() => toggle(kind)}>
                {CAMPAIGN_ROWS[kind].many}
              </button>
            ))}
          </fieldset>
          <div className={classes.tools}>
            <KingStat {...parts} />
            <Compare {...parts} search={search} />
            <Attribution {...parts} />
          </div>
        </div>
        <FilterBar
          search={{
            value: text,
            onChange: (next) => {
              setText(next);
              find(next);
            },
            placeholder: 'Find by name',
            inputRef: searchBox,
          }}
          chips={chips}
          onClear={() => change(NO_CONDITIONS)}
          actions={
            <>
              <Columns {...parts} />
              <SavedViews
                screen={PRESETS}
                noun="preset"
                current={preset}
                query={search}
                onOpen={(_, { id }) => void go({ path: path.campaignStatsPreset({ preset: id }) })}
                onSaved={(id) => void go({ path: path.campaignStatsPreset({ preset: id }) })}
              />
              <StatsExport to="statistics/campaigns/export" name="campaign-stats" question={whole} total={total} />
            </>
          }
        >
          <FilterMenu {...parts} search={search} />
        </FilterBar>
        {preset && (
          <p className={classes.owner}>
            Preset of {preset.own ? 'yours' : preset.owner}
            {preset.shared ? ', shared with everybody who may open this screen' : ', seen by nobody else'}
          </p>
        )}
        {error && !data ? (
          <ErrorState
            title={TEXT.tabFailed}
            id={error instanceof ApiError ? (error.requestId ?? undefined) : undefined}
            onRetry={() => void refetch()}
          >
            {error.message}
          </ErrorState>
        ) : (
          <div className={classes.table}>
            <LoadingBar visible={isFetching && isPlaceholderData} />
            <DataTable<CampaignStatsRow>
              label={tab.longTitle}
              columns={columns}
              rows={data?.data.rows ?? []}
              rowId={(row) => `${row.kind} ${row.id}`}
              loading={!data}
              sort={{
                id: question.orderBy === 'name' ? 'name' : String(question.orderBy),
                direction: question.orderByDirection,
              }}
              onSortChange={(sort) =>
                change(
                  sort
                    ? { orderBy: sort.id === 'name' ? 'name' : Number(sort.id), orderByDirection: sort.direction }
                    : { orderBy: undefined, orderByDirection: undefined },
                )
              }
              view={view}
              onViewChange={setView}
              onOpen={(row) => {
                const to = recordPath(user, row, isSeo);
                if (to !== null) void go({ path: to });
              }}
              totalsLabel={totals ? TOTALS[totals.of] : undefined}
              totalRows={total}
              cardNumbers={[String(question.kingstat), String(shownMetrics(question)[1] ?? question.kingstat)]}
              empty={<EmptyState title={TEXT.nothingToShow}>{TEXT.noDataToShow}</EmptyState>}
            />
          </div>
        )}
        {total > 0 && (
          <Pager
            page={Math.floor(question.offset / question.limit) + 1}
            pageSize={question.limit}
            total={total}
            pageSizes={PAGES}
            onPageSize={(limit) => change({ limit })}
            onPage={(page) => change({ offset: (page - 1) * question.limit })}
          />
        )}
      </div>
    </>
  );
}

function Screen({ to, preset, base }: { to: string; preset?: SavedView; base?: Asked['search'] }) {
  const state = useQuestion(tab, {
    to,
    beside: CAMPAIGN_STATS_BESIDE,
    withoutTab: true,
    ...(base ? { base } : {}),
  });
  if (state.question === null)
    return (
      <ErrorState title="This link asks something that can't be asked">
        <p>{state.problem}</p>
        <Button onClick={state.reset}>Ask anew</Button>
      </ErrorState>
    );
  return <Table {...state} question={state.question} preset={preset} />;
}

export default function CampaignStatsPage() {
  const { preset: id } = useScreenParams();
  const { data, error } = usePreset(id);
  if (id === undefined) return <Screen to={path.campaignStats()} />;
  if (error)
    return (
      <ErrorState title="This preset does not exist, or is not shared with you">
        <Button href={`#${path.campaignStats()}`}>All campaign stats</Button>
      </ErrorState>
    );
  if (!data) return <LoadingBar visible />;
  return <Screen key={id} to={path.campaignStatsPreset({ preset: id })} preset={data.view} base={data.base} />;
}
