/** `/campaign-stats` and `/campaign-stats/{preset}`: boxes, campaigns, prelanders and landers in one table. */

import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { mayOpen } from '@signpost/contract/access/access.ts';
import { exportCampaignStats } from '@signpost/contract/calls/campaign-stats.ts';
import type { SavedView } from '@signpost/contract/calls/saved-views.ts';
import {
  CAMPAIGN_ROW_KINDS,
  CAMPAIGN_ROWS,
  CAMPAIGN_STATS_BESIDE,
  type CampaignStatsRow,
  campaignStatsTab as tab,
} from '@signpost/contract/insight/stats/campaign-stats.ts';
import type { DimensionKey } from '@signpost/contract/insight/stats/dimensions.ts';
import { SEARCH_DEBOUNCE_MS } from '@signpost/contract/limits.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { path } from '@signpost/contract/routes/paths.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useGo } from '../../../address/use-go.ts';
import { useScreenParams } from '../../../address/use-params.ts';
import { saveFile } from '../../../api/save-file.ts';
import { useUser } from '../../../api/session.ts';
import { useMetadata } from '../../../api/use-metadata.ts';
import { readText } from '../../../records/field-values.ts';
import { AlertButton } from '../../../stats/alert-button.tsx';
import { shownMetrics } from '../../../stats/metric-columns.tsx';
import { type Asked, useQuestion } from '../../../stats/question.ts';
import { asked } from '../../../stats/question-parts.ts';
import { StatsExport } from '../../../stats/stats-export.tsx';
import {
  InvalidQuestion,
  QuestionDates,
  QuestionTools,
  StatsAnswer,
  StatsFilters,
  StatsPager,
  StatsScreen,
} from '../../../stats/stats-screen.tsx';
import { Columns } from '../../../stats/toolbar.tsx';
import { type ExplorerState, orderOf, sortOf, useExplorer } from '../../../stats/use-explorer.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { LoadingBar } from '../../../ui/feedback/loading.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { textOrNull } from '../../../ui/values/optional.ts';
import { SavedViews } from '../../../views/saved-views.tsx';
import { useTableView } from '../../../views/table-view.ts';
import classes from './campaign-stats.module.css';
import { campaignColumns, recordPath } from './columns.tsx';
import { PRESETS, useCampaignStats, usePreset } from './use-campaign-stats.ts';

const TOTALS = { facts: 'Total (deduplicated)', rows: 'Total of these rows' } as const;

/** Chooses the kinds of rows. */
function RowKinds() {
  const { search, change } = useExplorer();
  const kinds = new Set(Array.isArray(search.kinds) ? search.kinds : []);
  const toggle = (kind: string) => {
    const next = CAMPAIGN_ROW_KINDS.filter((one) => {
      if (one === kind) return !kinds.has(one);
      return kinds.has(one);
    });
    change({ kinds: next.length > 0 && next.length < CAMPAIGN_ROW_KINDS.length ? next : undefined });
  };
  return (
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
  );
}

/** An alert watches each item of one kind: each box, unless only campaigns are shown. */
const watchedRows = (kinds: unknown): DimensionKey => {
  const first = CAMPAIGN_ROW_KINDS.find((kind) => !Array.isArray(kinds) || kinds.includes(kind));
  return CAMPAIGN_ROWS[first ?? 'box'].dimension;
};

interface FiltersProps {
  preset: SavedView | undefined;
  total: number;
}

/** Search by name, filters, presets and export. */
function CampaignFilters({ preset, total }: FiltersProps) {
  const { question, search, change, whole } = useExplorer();
  const go = useGo();
  const named = readText(search.q);
  const [text, setText] = useState(named);
  // The button of an empty table clears it too.
  useEffect(() => setText(named), [named]);
  const searchBox = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => searchBox.current?.focus()]]);
  const find = useDebouncedCallback((q: string) => change({ q: textOrNull(q) ?? undefined }), SEARCH_DEBOUNCE_MS);
  const openPreset = (id: number) => void go({ path: path.campaignStatsPreset({ preset: id }) });
  return (
    <StatsFilters
      search={{
        value: text,
        onChange: (next) => {
          setText(next);
          find(next);
        },
        placeholder: 'Find by name',
        inputRef: searchBox,
      }}
      actions={
        <>
          <Columns />
          <SavedViews
            screen={PRESETS}
            noun="preset"
            current={preset}
            query={search}
            onOpen={(_, { id }) => openPreset(id)}
            onSaved={openPreset}
          />
          <AlertButton question={{ ...question, levels: [{ type: watchedRows(search.kinds) }] }} />
          <StatsExport
            question={whole}
            total={total}
            onSave={(query, format) =>
              saveFile(exportCampaignStats, { query: { ...query, format } }, `campaign-stats.${format}`)
            }
          />
        </>
      }
    />
  );
}

/** Removes the search and the filters from the address, so that all rows are shown. */
const EVERYTHING = { q: undefined, filters: undefined, kinds: undefined };

/** The rows, each of which opens its record. */
function CampaignTable({ answer }: { answer: ReturnType<typeof useCampaignStats> }) {
  const { question, search, change } = useExplorer();
  const { data, isFetching, isPlaceholderData } = answer;
  const user = useUser();
  const boxes = useMetadata('campaignboxes');
  const go = useGo();
  const [view, setView] = useTableView(PRESETS);
  const opensFacts = mayOpen(user, ROUTES.eventReporter);
  const columns = useMemo(() => campaignColumns(question, data?.data, opensFacts), [question, data, opensFacts]);
  const totals = data?.data.totals;
  const isNarrowed = Object.keys(EVERYTHING).some((key) => search[key] !== undefined);
  const isSeo = (boxId: number) => boxes?.find(({ id }) => id === boxId)?.boxKind === 'seo';
  return (
    <div className={classes.table}>
      <LoadingBar visible={isFetching && isPlaceholderData} />
      <DataTable<CampaignStatsRow>
        label={tab.longTitle}
        columns={columns}
        rows={data?.data.rows ?? []}
        rowId={(row) => `${row.kind} ${row.id}`}
        loading={!data}
        sort={sortOf(question)}
        onSortChange={(sort) => change(orderOf(sort))}
        view={view}
        onViewChange={setView}
        onOpen={(row) => {
          const to = recordPath(user, row, isSeo);
          if (to !== null) void go({ path: to });
        }}
        totalsLabel={totals ? TOTALS[totals.of] : undefined}
        totalRows={data?.meta.total ?? 0}
        cardNumbers={[String(question.kingstat), String(shownMetrics(question)[1] ?? question.kingstat)]}
        empty={
          <EmptyState
            title={TEXT.nothingToShow}
            action={isNarrowed && <Button onClick={() => change(EVERYTHING)}>Clear search and filters</Button>}
          >
            {TEXT.noDataToShow}
          </EmptyState>
        }
      />
    </div>
  );
}

function CampaignStats({ state, preset }: { state: ExplorerState; preset: SavedView | undefined }) {
  const answer = useCampaignStats(asked(state.search, state.question.timeZone));
  const { data, error, refetch } = answer;
  const total = data?.meta.total ?? 0;
  return (
    <StatsScreen state={state} title={preset?.name ?? tab.title} context={<QuestionDates />} className={classes.screen}>
      <div className={classes.bar}>
        <RowKinds />
        <QuestionTools />
      </div>
      <CampaignFilters preset={preset} total={total} />
      {preset && (
        <p className={classes.owner}>
          Preset of {preset.own ? 'yours' : preset.owner}
          {preset.shared ? ', shared with everyone who can open this screen' : ', visible only to you'}
        </p>
      )}
      <StatsAnswer error={error} hasData={data !== undefined} onRetry={() => void refetch()}>
        <CampaignTable answer={answer} />
      </StatsAnswer>
      <StatsPager total={total} />
    </StatsScreen>
  );
}

function Screen({ to, preset, base }: { to: string; preset?: SavedView; base?: Asked['search'] }) {
  const asking = useQuestion(tab, {
    to,
    beside: CAMPAIGN_STATS_BESIDE,
    withoutTab: true,
    base,
  });
  if (asking.question === null) return <InvalidQuestion asking={asking} resetLabel="Reset filters" />;
  const { question, search, change } = asking;
  return <CampaignStats state={{ tab, question, search, change }} preset={preset} />;
}

export default function CampaignStatsPage() {
  const { preset: id } = useScreenParams();
  const { data, error } = usePreset(id);
  if (id === undefined) return <Screen to={path.campaignStats()} />;
  if (error || !/^\d+$/.test(id))
    return (
      <ErrorState title="This preset does not exist or is not shared with you">
        <Button href={`#${path.campaignStats()}`}>All campaign stats</Button>
      </ErrorState>
    );
  if (!data) return <LoadingBar visible />;
  return <Screen key={id} to={path.campaignStatsPreset({ preset: id })} preset={data.view} base={data.base} />;
}
