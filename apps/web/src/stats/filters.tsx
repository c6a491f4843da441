/** Filters on every dimension; the question holds ids, the chips say names. */

import { Popover } from '@mantine/core';
import { filterOptions } from '@signpost/contract/metadata.ts';
import type { StatsTab } from '@signpost/contract/stats/define-tab.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf, type ItemId } from '@signpost/contract/stats/dimensions.ts';
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { ReferencesInput } from '../records/reference-input.tsx';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/fields/choice.tsx';
import { MultiSelect } from '../ui/fields/multi-select.tsx';
import type { FilterChip } from '../ui/filter-bar.tsx';
import { asked, type Search } from './question.ts';
import classes from './stats.module.css';
import { useItemNames } from './use-item-names.ts';
import { useStats } from './use-stats.ts';

type Filters = StatsQuestion['filters'];
const FILTERABLE = DIMENSION_KEYS.filter((key) => dimensionOf(key).source.kind !== 'time');

/** The texts that occur, asked of the statistics themselves. */
function TextItems({
  tab,
  question,
  search,
  dimension,
  value,
  onChange,
}: {
  tab: StatsTab;
  question: StatsQuestion;
  search: Search;
  dimension: DimensionKey;
  value: string[];
  onChange: (ids: string[]) => void;
}) {
  const { filters: _filters, levels: _levels, columns: _columns, ...rest } = asked(search, question.timeZone);
  const { data } = useStats(
    tab,
    { ...rest, levels: [{ type: dimension }], columns: [question.kingstat], limit: 200 },
    question.timeZone,
  );
  const options = (data?.data.rows ?? [])
    .map((row) => ({ value: String(row.id), label: row.name }))
    .filter((option) => option.value !== '');
  return (
    <MultiSelect
      label="is any of"
      value={value}
      onChange={onChange}
      options={options}
      find={(all, text) => filterOptions(all, text)}
      cappedText={TEXT.optionsCapped}
    />
  );
}

interface Props {
  tab: StatsTab;
  question: StatsQuestion;
  search: Search;
  change: (parts: Search) => void;
}

export function FilterMenu({ tab, question, search, change }: Props) {
  const [dimension, setDimension] = useState<DimensionKey | null>(null);
  const { filters } = question;
  const set = (ids: ItemId[]) => {
    if (dimension === null) return;
    const { [dimension]: _was, ...rest } = filters;
    const next = ids.length > 0 ? { ...rest, [dimension]: ids } : rest;
    change({ filters: Object.keys(next).length > 0 ? next : undefined });
  };
  const current = dimension === null ? [] : (filters[dimension] ?? []);
  const names = dimension === null ? null : dimensionOf(dimension).names;
  return (
    <Popover position="bottom-start" withinPortal width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button kind="quiet" icon={<IconFilter size={16} aria-hidden />}>
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.panel}>
          <Choice
            label="Dimension"
            value={dimension}
            onChange={(next) => setDimension(DIMENSION_KEYS.find((key) => key === next) ?? null)}
            options={FILTERABLE.map((key) => ({ value: key, label: dimensionOf(key).label }))}
          />
          {dimension !== null &&
            (names !== null ? (
              <ReferencesInput
                key={dimension}
                label="is any of"
                to={names}
                value={current.map(Number)}
                onChange={set}
              />
            ) : (
              <TextItems
                key={dimension}
                tab={tab}
                question={question}
                search={search}
                dimension={dimension}
                value={current.map(String)}
                onChange={set}
              />
            ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Chips of the filters in force. */
export function useFilterChips(filters: Filters, change: (parts: Search) => void): FilterChip[] {
  const flat = DIMENSION_KEYS.flatMap((type) =>
    (filters[type] ?? []).map((selectedItemId) => ({ type, selectedItemId })),
  );
  const names = useItemNames(flat);
  return DIMENSION_KEYS.flatMap((type): FilterChip[] => {
    const ids = filters[type];
    if (!ids) return [];
    const { [type]: _gone, ...rest } = filters;
    const words = flat.flatMap((one, at) => (one.type === type ? [names[at] ?? String(one.selectedItemId)] : []));
    return [
      {
        id: type,
        label: dimensionOf(type).label,
        value: `is ${words.slice(0, 3).join(', ')}${words.length > 3 ? ` +${words.length - 3}` : ''}`,
        onRemove: () => change({ filters: Object.keys(rest).length > 0 ? rest : undefined }),
      },
    ];
  });
}
