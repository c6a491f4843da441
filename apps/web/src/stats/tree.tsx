/** The navigation tree: every item of a level with its king stat, opened level by level. */

import type { StatsRow } from '@signpost/contract/insight/stats/answer.ts';
import type { LevelPath, StatsTab } from '@signpost/contract/insight/stats/define-tab.ts';
import { dimensionOf, type ItemId } from '@signpost/contract/insight/stats/dimensions.ts';
import { drillInto, groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { shown } from '../fields/metric-values.ts';
import { finderOf } from '../ui/values/fold.ts';
import { asked, levelsIn, type Search } from './question-parts.ts';
import classes from './stats.module.css';
import { useStats } from './use-stats.ts';

const SHOWN = 50;
const INDENT = 14;

interface Props {
  tab: StatsTab;
  question: StatsQuestion;
  search: Search;
  onPick: (levels: LevelPath) => void;
  /** Shows only items whose name contains this text. */
  text: string;
  /** The rows of the first level by the king stat, if the table has loaded or is loading the same. */
  known?: readonly StatsRow[] | 'coming' | undefined;
}

function Branch({
  tab,
  question,
  search,
  onPick,
  text,
  known,
  path,
  depth,
}: Props & { path: LevelPath; depth: number }) {
  const [open, setOpen] = useState<ReadonlySet<ItemId>>(new Set());
  const {
    compare: _compare,
    offset: _offset,
    limit: _limit,
    orderBy: _orderBy,
    orderByDirection: _direction,
    ...rest
  } = asked(search, question.timeZone);
  const { data, error } = useStats(
    tab,
    { ...rest, levels: levelsIn(path), columns: [question.kingstat], limit: SHOWN, series: 'off' },
    question.timeZone,
    known === undefined,
  );
  const found = Array.isArray(known) ? known.slice(0, SHOWN) : data?.data.rows;
  if (error) return <li className={classes.treeNote}>{TEXT.tabFailed}</li>;
  if (!found) return <li className={classes.treeNote}>{TEXT.loading}</li>;
  const { groupBy } = groupingOf(path);
  const isFound = finderOf(text);
  const rows = found.filter((row) => depth > 0 || isFound(row.name));
  if (rows.length === 0) return <li className={classes.treeNote}>{TEXT.noData}</li>;
  return rows.map((row) => {
    const below = drillInto(path, row.id);
    const isOpen = open.has(row.id);
    const isHere = question.levels.some((level) => level.type === groupBy && level.selectedItemId === row.id);
    const renderTwist = () => {
      if (row.hasChildren)
        return (
          <button
            type="button"
            className={classes.twist}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Close' : 'Open'} ${row.name}`}
            onClick={() =>
              setOpen((now) => {
                if (now.has(row.id)) return new Set([...now].filter((id) => id !== row.id));
                return new Set(now).add(row.id);
              })
            }
          >
            <IconChevronRight size={14} data-open={isOpen || undefined} aria-hidden />
          </button>
        );
      return <span className={classes.twist} />;
    };
    return (
      <li key={row.id}>
        <div className={classes.node} style={{ paddingLeft: depth * INDENT }} data-here={isHere || undefined}>
          {renderTwist()}
          <button
            type="button"
            className={classes.pick}
            title={row.name}
            disabled={!row.hasChildren}
            onClick={() => onPick(below)}
          >
            <span className={classes.nodeName}>{row.name}</span>
            <span className={classes.nodeValue}>{shown(question.kingstat, row.stats[question.kingstat] ?? null)}</span>
          </button>
        </div>
        {isOpen && (
          <ul className={classes.branch}>
            <Branch
              tab={tab}
              question={question}
              search={search}
              onPick={onPick}
              text={text}
              path={below}
              depth={depth + 1}
            />
          </ul>
        )}
      </li>
    );
  });
}

/** The path without selections, because the tree starts at the first level of the tab. */
function rootOf(tab: StatsTab, levels: LevelPath): LevelPath {
  const fixed = tab.startLevels.filter((level) => level.selectedItemId !== undefined);
  const [first, ...rest] = levels.map((level) => {
    if (fixed.some((one) => one.type === level.type && one.selectedItemId === level.selectedItemId)) return level;
    return { type: level.type };
  });
  if (first === undefined) return levels;
  return [first, ...rest];
}

export function Tree(props: Props) {
  const root = rootOf(props.tab, props.question.levels);
  return (
    <ul className={classes.tree} aria-label={`${dimensionOf(groupingOf(root).groupBy).label}, navigation tree`}>
      <Branch {...props} path={root} depth={0} />
    </ul>
  );
}
