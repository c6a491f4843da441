/** One column per metric: value, change, shading of the king stat, and the link to the facts. */

import type { StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import { type Metric, type MetricId, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { changeText, shown, unitOf } from '../fields/metric-values.ts';
import type { DataColumn } from '../ui/data-table/types.ts';
import { defined } from '../ui/defined.ts';
import { listOf } from '../ui/values/list-of.ts';
import { MetricChange } from './metric-change.tsx';
import classes from './stats.module.css';

/** Labels are not shortened up to this length, so that metrics with a common start can be distinguished. */
const LABEL_WIDTH = 168;
/** In pixels: the padding of a cell and of a header, the arrow of the sorted column. */
const CELL_PADDING = 24;
const HEADER_PADDING = 16;
const ARROW = 18;
/** In pixels: a digit in bold, a mark between digits. */
const DIGIT = 8.3;
const MARK = 4.4;
/** In pixels: the arrow of a change and the gap behind it. */
const CHANGE_ARROW = 20;
/** Changes are written in smaller letters that are not bold; this is their width as a share of the others'. */
const CHANGE_SIZE = 0.95;
/** The letters of labels by their width in pixels; all others are 7.1 wide. */
const LETTERS = [
  [/[fijlrt\s-]/, 4.4],
  [/[A-Zmw]/, 8.6],
] as const;
/** Widths come in steps, so that columns rarely move when their numbers change. */
const STEP = 4;

const widthOfLabel = (label: string): number =>
  [...label].reduce((width, letter) => width + (LETTERS.find(([letters]) => letters.test(letter))?.[1] ?? 7.1), 0);

const widthOfText = (text: string): number =>
  [...text].reduce((width, character) => width + (/[\s.,]/.test(character) ? MARK : DIGIT), 0);

/** The texts of a cell: a number, and its change if it is compared. */
interface CellTexts {
  number: string;
  change?: string | undefined;
}

const widthOfCell = ({ number, change }: CellTexts): number =>
  CELL_PADDING + widthOfText(number) + (change === undefined ? 0 : CHANGE_ARROW + CHANGE_SIZE * widthOfText(change));

/** As wide as its longest cell or its header. Tabs with many metrics then fit a screen of 1440 pixels. */
export function metricWidth(
  metric: Metric,
  cells: readonly CellTexts[],
  isSorted: boolean,
  shownUnit = unitOf(metric),
): number {
  const unit = shownUnit === undefined ? 0 : DIGIT * shownUnit.length + 4;
  const header = Math.min(LABEL_WIDTH, widthOfLabel(metric.label) + unit) + (isSorted ? ARROW : 0) + HEADER_PADDING;
  const longest = Math.max(header, ...cells.map(widthOfCell));
  return Math.ceil(longest / STEP) * STEP;
}

/** The properties of any row of numbers. */
type Numbers = Pick<StatsRow, 'stats' | 'compare'>;

/** The shading of a king stat cell: its share of the largest absolute value. */
function heat(value: unknown, largest: number): number {
  const size = Math.abs(Number(value));
  if (largest === 0 || !Number.isFinite(size)) return 0;
  return Math.min(1, size / largest);
}

function ChangeOf({ id, of, currency }: { id: MetricId; of: Numbers; currency: string | undefined }) {
  if (of.compare === undefined) return null;
  const now = of.stats[id] ?? null;
  const then = of.compare[id] ?? null;
  // A change from zero to zero gets no sign.
  if (Number(now) === 0 && Number(then) === 0) return null;
  return (
    <span className={classes.change}>
      <MetricChange id={id} now={now} before={then} currency={currency} />
    </span>
  );
}

function Cell({
  id,
  row,
  currency,
  isKing,
  largest,
  href,
}: {
  id: MetricId;
  row: Numbers;
  currency: string | undefined;
  isKing: boolean;
  largest: number;
  href: string | null;
}) {
  const value = row.stats[id] ?? null;
  const text = shown(id, value);
  const renderNumber = () => {
    if (href === null) return text;
    return (
      <a className={classes.open} href={href} title="Open the facts behind this">
        {text}
      </a>
    );
  };
  return (
    <span
      className={classes.value}
      data-king={isKing || undefined}
      data-loss={isKing && Number(value) < 0 ? true : undefined}
      style={isKing ? ({ '--heat': `${Math.round(heat(value, largest) * 100)}%` } as React.CSSProperties) : undefined}
    >
      <ChangeOf id={id} of={row} currency={currency} />
      {renderNumber()}
    </span>
  );
}

/**
 * The metrics of a question in the order they are shown: the king stat leads. A tab whose visible columns leave out its
 * own king stat shows only these columns.
 */
export function shownMetrics({ tab, kingstat, columns }: StatsQuestion): readonly MetricId[] {
  const { defaultKingStat, defaultVisibleColumns } = tabOf(tab);
  const isLeftOut = kingstat === defaultKingStat && !defaultVisibleColumns.includes(kingstat);
  if (isLeftOut && !columns.includes(kingstat)) return columns;
  return [kingstat, ...columns.filter((id) => id !== kingstat)];
}

/** `factsOf` links to the facts behind a number; null if the viewer cannot see them. */
export function metricColumns<Row extends Numbers>(
  question: StatsQuestion,
  rows: readonly Row[],
  totals: Numbers | null | undefined,
  factsOf: (row: Row, id: MetricId) => string | null,
): DataColumn<Row>[] {
  const { kingstat, currency } = question;
  const largest = rows.reduce((most, row) => Math.max(most, Math.abs(Number(row.stats[kingstat] ?? 0))), 0);
  return shownMetrics(question).map((id): DataColumn<Row> => {
    const metric = metricOf(id);
    const unit = unitOf(metric, currency);
    const cells = listOf<Numbers>(...rows, totals).map(({ stats, compare }) => ({
      number: shown(id, stats[id] ?? null),
      change: compare && changeText(id, stats[id] ?? null, compare[id] ?? null, currency),
    }));
    return {
      id: String(id),
      header: metric.label,
      ...defined({ unit }),
      kind: 'number',
      width: metricWidth(metric, cells, question.orderBy === id, unit),
      sortable: true,
      hideable: false,
      value: (row) => Number(row.stats[id] ?? Number.NaN),
      render: (row) => (
        <Cell
          id={id}
          row={row}
          currency={currency}
          isKing={id === kingstat}
          largest={largest}
          href={factsOf(row, id)}
        />
      ),
      ...(totals && {
        total: (
          <span className={classes.value}>
            <ChangeOf id={id} of={totals} currency={currency} />
            {shown(id, totals.stats[id] ?? null)}
          </span>
        ),
      }),
    };
  });
}
