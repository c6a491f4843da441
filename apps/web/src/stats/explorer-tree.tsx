import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import type { StatsMeta, StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import type { LevelPath } from '@signpost/contract/insight/stats/define-tab.ts';
import { dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { SEARCH_DEBOUNCE_MS } from '@signpost/contract/limits.ts';
import { useMemo, useRef } from 'react';
import { isWhole, ordered } from './order-rows.ts';
import classes from './stats.module.css';
import { Tree } from './tree.tsx';
import { useExplorer } from './use-explorer.ts';
import type { ShownAnswer } from './use-shown-answer.ts';

/** The rows of the level in the order of the tree, taken from the table; undefined if the tree has to fetch them. */
function rowsByKing(
  rows: readonly StatsRow[],
  meta: StatsMeta,
  { kingstat, orderBy, orderByDirection, levels }: StatsQuestion,
) {
  if (orderBy === kingstat && orderByDirection === 'desc') return rows;
  if (!isWhole(rows, meta)) return undefined;
  return ordered(rows, groupingOf(levels).groupBy, { orderBy: kingstat, orderByDirection: 'desc' }) ?? undefined;
}

interface Props {
  shown: ShownAnswer;
  text: string;
  onText: (text: string) => void;
  onPick: (levels: LevelPath) => void;
}

/** The navigation tree with its search. */
export function ExplorerTree({ shown, text, onText, onPick }: Props) {
  const { tab, question, search } = useExplorer();
  const { data, question: answered } = shown;
  const [searchText] = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => input.current?.focus()]]);
  // The tree can share the table's request if both ask for the first level by the king stat. Rows of another level do
  // not fit.
  const picked = question.levels.filter((level) => level.selectedItemId !== undefined).length;
  const fixed = tab.startLevels.filter((level) => level.selectedItemId !== undefined).length;
  const isFirstLevel = picked === fixed && question.offset === 0;
  const isOfThisLevel =
    !shown.isOfAnotherTab && groupingOf(answered.levels).groupBy === groupingOf(question.levels).groupBy;
  const byKing = useMemo(() => data && rowsByKing(data.data.rows, data.meta, answered), [data, answered]);
  /** Rows that the tree need not ask for itself. */
  const sharedRows = () => {
    if (!isFirstLevel) return undefined;
    if (data && isOfThisLevel) return byKing;
    return 'coming';
  };
  return (
    <>
      <input
        ref={input}
        type="search"
        className={classes.treeSearch}
        aria-label="Search the tree"
        placeholder={`Find ${dimensionOf(question.levels[0].type).label.toLowerCase()}`}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <Tree
        key={tab.name}
        tab={tab}
        question={question}
        search={search}
        text={searchText}
        known={sharedRows()}
        onPick={onPick}
      />
    </>
  );
}
