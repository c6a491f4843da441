/** The position in the drill-down, the levels that follow, and the way back. */

import { Menu } from '@mantine/core';
import type { LevelPath } from '@signpost/contract/insight/stats/define-tab.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { riseTo } from '@signpost/contract/insight/stats/levels.ts';
import {
  IconArrowBarToLeft,
  IconArrowLeft,
  IconArrowRight,
  IconChevronRight,
  IconPlus,
  IconX,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import { sidewaysRef } from '../ui/sideways.ts';
import { narrowed } from '../ui/values/fold.ts';
import classes from './stats.module.css';
import { useExplorer } from './use-explorer.ts';
import { useItemNames } from './use-item-names.ts';

interface Props {
  levels: LevelPath;
  onChange: (levels: LevelPath) => void;
}

const MAX_LEVELS = 6;

function asPath(levels: readonly LevelPath[number][]): LevelPath | null {
  const [first, ...rest] = levels;
  if (first === undefined) return null;
  return [first, ...rest];
}

type Level = LevelPath[number];

interface LevelMenuProps {
  level: Level;
  at: number;
  /** The index of the level that the rows show. */
  open: number;
  levels: LevelPath;
  set: (levels: readonly Level[]) => void;
}

const labelOf = (key: DimensionKey): string => dimensionOf(key).label;
const DIMENSIONS_BY_NAME = DIMENSION_KEYS.toSorted((one, other) => labelOf(one).localeCompare(labelOf(other), 'en'));

/** The dimensions that are no level yet, by name, with a field that finds one. Enter takes the first. */
function DimensionItems({ levels, onChoose }: { levels: LevelPath; onChoose: (type: DimensionKey) => void }) {
  const [text, setText] = useState('');
  const items = useRef<HTMLDivElement>(null);
  const free = DIMENSIONS_BY_NAME.filter((key) => !levels.some((level) => level.type === key));
  const found = narrowed(free, labelOf, text);
  return (
    <>
      <div className={classes.menuField}>
        <input
          type="search"
          className={classes.menuSearch}
          aria-label="Find a dimension"
          placeholder="Find a dimension"
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            // A click on the item closes the menu, too.
            if (event.key === 'Enter') items.current?.querySelector('button')?.click();
          }}
        />
      </div>
      {found.length === 0 && <Menu.Label>No dimension has this name</Menu.Label>}
      <div ref={items}>
        {found.map((key) => (
          <Menu.Item key={key} onClick={() => onChoose(key)}>
            {labelOf(key)}
          </Menu.Item>
        ))}
      </div>
    </>
  );
}

/** A level without a selected item, with the menu that moves, removes or replaces it. */
function LevelMenu({ level, at, open, levels, set }: LevelMenuProps) {
  const { label } = dimensionOf(level.type);
  const mayMove = levels.length > 1;
  /** The first place that has no selected item before it. */
  const front = Math.max(0, open);
  const moveTo = (place: number) => {
    const next = levels.filter((_, index) => index !== at);
    next.splice(place, 0, level);
    set(next);
  };
  const replace = (at: number, type: DimensionKey) => set(levels.with(at, { type }));
  return (
    <OnDemand
      opens="menu"
      button={
        <button type="button" className={classes.crumbButton} aria-current={at === open ? 'step' : undefined}>
          {label}
        </button>
      }
    >
      {(button) => (
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            {at > front + 1 && (
              <Menu.Item leftSection={<IconArrowBarToLeft size={14} aria-hidden />} onClick={() => moveTo(front)}>
                Make it the first level
              </Menu.Item>
            )}
            {mayMove && at > front && (
              <Menu.Item leftSection={<IconArrowLeft size={14} aria-hidden />} onClick={() => moveTo(at - 1)}>
                Move left
              </Menu.Item>
            )}
            {mayMove && at < levels.length - 1 && (
              <Menu.Item leftSection={<IconArrowRight size={14} aria-hidden />} onClick={() => moveTo(at + 1)}>
                Move right
              </Menu.Item>
            )}
            {levels.length > 1 && (
              <Menu.Item
                leftSection={<IconX size={14} aria-hidden />}
                onClick={() => set(levels.filter((_, index) => index !== at))}
              >
                Remove level
              </Menu.Item>
            )}
            {(mayMove || levels.length > 1) && <Menu.Divider />}
            <Menu.Label>Replace with</Menu.Label>
            <DimensionItems levels={levels} onChoose={(type) => replace(at, type)} />
          </Menu.Dropdown>
        </Menu>
      )}
    </OnDemand>
  );
}

/** Adds a level below the last one. */
function AddLevel({ levels, onAdd }: { levels: LevelPath; onAdd: (type: DimensionKey) => void }) {
  return (
    <OnDemand
      opens="menu"
      button={
        <Button kind="quiet" icon={<IconPlus size={14} aria-hidden />}>
          Level
        </Button>
      }
    >
      {(button) => (
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            <DimensionItems levels={levels} onChoose={onAdd} />
          </Menu.Dropdown>
        </Menu>
      )}
    </OnDemand>
  );
}

function stateOf({ selectedItemId }: LevelPath[number], isOpen: boolean): 'picked' | 'here' | 'next' {
  if (selectedItemId !== undefined) return 'picked';
  return isOpen ? 'here' : 'next';
}

export function Breadcrumb({ levels, onChange }: Props) {
  const { tab } = useExplorer();
  const names = useItemNames(levels, tab);
  const set = (next: readonly LevelPath[number][]) => {
    const path = asPath(next);
    if (path) onChange(path);
  };
  const open = levels.findIndex((level) => level.selectedItemId === undefined);
  return (
    <nav ref={sidewaysRef} data-fades className={classes.crumbs} aria-label="Levels">
      {levels.map((level, at) => {
        const label = dimensionOf(level.type).label;
        const isPicked = level.selectedItemId !== undefined;
        const renderLevel = () => {
          if (isPicked)
            return (
              <button
                type="button"
                className={classes.crumbButton}
                onClick={() => onChange(riseTo(levels, at))}
                title={`Back to all of ${label}`}
              >
                <span className={classes.crumbLabel}>{label}</span> {names[at] ?? String(level.selectedItemId)}
                <IconX size={12} aria-hidden />
              </button>
            );
          return <LevelMenu level={level} at={at} open={open} levels={levels} set={set} />;
        };
        return (
          <span key={level.type} className={classes.crumb} data-state={stateOf(level, at === open)}>
            {at > 0 && <IconChevronRight size={14} aria-hidden />}
            {renderLevel()}
          </span>
        );
      })}
      {levels.length < MAX_LEVELS && <AddLevel onAdd={(type) => set([...levels, { type }])} levels={levels} />}
    </nav>
  );
}
