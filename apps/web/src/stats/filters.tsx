/** Filters on every dimension. The question contains ids; the chips show names. */

import { Popover, SegmentedControl } from '@mantine/core';
import { useSetState } from '@mantine/hooks';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import {
  DIMENSION_KEYS,
  type DimensionKey,
  dimensionOf,
  type ItemId,
  nameEntities,
} from '@signpost/contract/insight/stats/dimensions.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconFilter } from '@tabler/icons-react';
import { ReferencesInput } from '../fields/reference-input.tsx';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/fields/choice.tsx';
import { InlineOptions } from '../ui/fields/inline-options.tsx';
import { MultiSelect } from '../ui/fields/multi-select.tsx';
import { Toggle } from '../ui/fields/toggle.tsx';
import type { FilterChip } from '../ui/layout/filter-bar.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import type { Change, Search } from './question-parts.ts';
import classes from './stats.module.css';
import { useExplorer } from './use-explorer.ts';
import { useItemNames } from './use-item-names.ts';
import { useStats } from './use-stats.ts';

type Side = 'filters' | 'excludes';
type Conditions = Pick<StatsQuestion, Side>;

const SIDES: readonly { side: Side; verb: string; label: string }[] = [
  { side: 'filters', verb: 'is', label: 'is any of' },
  { side: 'excludes', verb: 'is not', label: 'is none of' },
];

/** The number of items shown; typing narrows them. */
const MOST_ITEMS = 1000;

interface ItemsProps {
  label: string;
  dimension: DimensionKey;
  value: readonly ItemId[];
  onChange: (ids: ItemId[]) => void;
}

/** The items that occur in the statistics, for texts, times and dimensions that no single entity names. */
function OccurringItems({ label, dimension, value, onChange }: ItemsProps) {
  const { tab, question, whole } = useExplorer();
  const { dateRange, attribution } = whole;
  const { data } = useStats(
    tab,
    {
      timeZone: question.timeZone,
      dateRange,
      attribution,
      levels: [{ type: dimension }],
      columns: [question.kingstat],
      kingstat: question.kingstat,
      limit: MOST_ITEMS,
      series: 'off',
      ...(dimensionOf(dimension).idKind === 'time' ? { orderBy: 'name', orderByDirection: 'asc' } : {}),
    },
    question.timeZone,
  );
  const options = (data?.data.rows ?? [])
    .map((row) => ({ value: String(row.id), label: row.name }))
    .filter((option) => option.value !== '');
  return (
    <MultiSelect label={label} value={value.map(String)} onChange={onChange} options={options} find={filterOptions} />
  );
}

/** Records by name, and facts without one. */
function NamedItems({ label, dimension, value, onChange, to }: ItemsProps & { to: EntityName }) {
  const ids = value.filter((id) => typeof id === 'number').filter((id) => id !== 0);
  const none = value.includes(0);
  return (
    <>
      <ReferencesInput label={label} to={to} value={ids} onChange={(next) => onChange(none ? [...next, 0] : next)} />
      <Toggle
        label={`${TEXT.unnamed} (no ${dimensionOf(dimension).label.toLowerCase()})`}
        value={none}
        onChange={(next) => onChange(next ? [...ids, 0] : ids)}
      />
    </>
  );
}

/** Items that can be looked up by name, otherwise those that occur in the answer. */
function Items(props: ItemsProps) {
  const { names } = dimensionOf(props.dimension);
  if (names !== null && nameEntities(names).length === 1) return <NamedItems {...props} to={names} />;
  return <OccurringItems {...props} />;
}

/** `conditions` with these items of one dimension on one side; without items, the dimension is removed. */
function withItems(conditions: Conditions, side: Side, dimension: DimensionKey, ids: readonly ItemId[]): Search {
  const { [dimension]: _was, ...rest } = conditions[side];
  const next = ids.length > 0 ? { ...rest, [dimension]: ids } : rest;
  return { [side]: Object.keys(next).length > 0 ? next : undefined };
}

interface MenuState {
  dimension: DimensionKey | null;
  side: Side;
  /** Selected items that are not part of the shown question yet; the next selection is added to them. */
  picked: { over: StatsQuestion; ids: readonly ItemId[] } | null;
}

export function FilterMenu() {
  const { question, change } = useExplorer();
  const [{ dimension, side, picked }, set] = useSetState<MenuState>({ dimension: null, side: 'filters', picked: null });
  const itemsOf = (of: DimensionKey): ItemsProps => ({
    label: SIDES.find((one) => one.side === side)?.label ?? '',
    dimension: of,
    value: picked?.over === question ? picked.ids : (question[side][of] ?? []),
    onChange: (ids) => {
      set({ picked: { over: question, ids } });
      change((now) => withItems(now, side, of, ids));
    },
  });
  return (
    <OnDemand
      opens="dialog"
      button={
        <Button kind="quiet" icon={<IconFilter size={16} aria-hidden />}>
          Filter
        </Button>
      }
    >
      {(button) => (
        <Popover position="bottom-start" withinPortal width={320} trapFocus returnFocus>
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown>
            <InlineOptions>
              <div className={classes.panel}>
                <Choice
                  label="Dimension"
                  opensByFocus
                  value={dimension}
                  onChange={(next) =>
                    set({ picked: null, dimension: DIMENSION_KEYS.find((key) => key === next) ?? null })
                  }
                  options={DIMENSION_KEYS.map((key) => ({ value: key, label: dimensionOf(key).label }))}
                />
                <SegmentedControl
                  aria-label="Include or exclude"
                  size="xs"
                  value={side}
                  onChange={(next) => set({ picked: null, side: next === 'excludes' ? 'excludes' : 'filters' })}
                  data={SIDES.map((one) => ({ value: one.side, label: one.verb }))}
                />
                {dimension !== null && <Items key={`${dimension} ${side}`} {...itemsOf(dimension)} />}
              </div>
            </InlineOptions>
          </Popover.Dropdown>
        </Popover>
      )}
    </OnDemand>
  );
}

/** Chips of the active conditions. */
export function useFilterChips(conditions: Conditions, change: Change): FilterChip[] {
  const flat = SIDES.flatMap(({ side, verb }) =>
    DIMENSION_KEYS.flatMap((type) =>
      (conditions[side][type] ?? []).map((selectedItemId) => ({ side, verb, type, selectedItemId })),
    ),
  );
  const { tab } = useExplorer();
  const names = useItemNames(flat, tab);
  const chips = new Map<string, FilterChip & { words: string[] }>();
  flat.forEach(({ side, verb, type, selectedItemId }, at) => {
    const id = `${side} ${type}`;
    const words = [...(chips.get(id)?.words ?? []), names[at] ?? String(selectedItemId)];
    const more = words.length > 3 ? ` +${words.length - 3}` : '';
    chips.set(id, {
      id,
      label: dimensionOf(type).label,
      value: `${verb} ${words.slice(0, 3).join(', ')}${more}`,
      onRemove: () => change((now) => withItems(now, side, type, [])),
      words,
    });
  });
  return [...chips.values()];
}
