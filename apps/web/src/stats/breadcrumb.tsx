/** The position in the drill-down, the levels that follow, and the way back. */

import { Menu } from '@mantine/core';
import type { LevelPath } from '@signpost/contract/stats/define-tab.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '@signpost/contract/stats/dimensions.ts';
import { riseTo } from '@signpost/contract/stats/levels.ts';
import { IconArrowLeft, IconArrowRight, IconChevronRight, IconPlus, IconX } from '@tabler/icons-react';
import { Button } from '../ui/button.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
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
  return first === undefined ? null : [first, ...rest];
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

const freeDimensions = (levels: LevelPath) =>
  DIMENSION_KEYS.filter((key) => !levels.some((level) => level.type === key));

/** A level without a selected item, with the menu that moves, removes or replaces it. */
function LevelMenu({ level, at, open, levels, set }: LevelMenuProps) {
  const { label } = dimensionOf(level.type);
  const mayMove = levels.length > 1;
  const swap = (at: number, by: -1 | 1) => {
    const next = [...levels];
    const [moved] = next.splice(at, 1);
    if (moved) next.splice(at + by, 0, moved);
    set(next);
  };
  const replace = (at: number, type: DimensionKey) =>
    set(levels.map((level, index) => (index === at ? { type } : level)));
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
            {mayMove && at > Math.max(0, open) && (
              <Menu.Item leftSection={<IconArrowLeft size={14} aria-hidden />} onClick={() => swap(at, -1)}>
                Move left
              </Menu.Item>
            )}
            {mayMove && at < levels.length - 1 && (
              <Menu.Item leftSection={<IconArrowRight size={14} aria-hidden />} onClick={() => swap(at, 1)}>
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
            {freeDimensions(levels).map((key) => (
              <Menu.Item key={key} onClick={() => replace(at, key)}>
                {dimensionOf(key).label}
              </Menu.Item>
            ))}
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
            {freeDimensions(levels).map((key) => (
              <Menu.Item key={key} onClick={() => onAdd(key)}>
                {dimensionOf(key).label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </OnDemand>
  );
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
    <nav className={classes.crumbs} aria-label="Levels">
      {levels.map((level, at) => {
        const label = dimensionOf(level.type).label;
        const isPicked = level.selectedItemId !== undefined;
        return (
          <span
            key={level.type}
            className={classes.crumb}
            data-state={isPicked ? 'picked' : at === open ? 'here' : 'next'}
          >
            {at > 0 && <IconChevronRight size={14} aria-hidden />}
            {isPicked ? (
              <button
                type="button"
                className={classes.crumbButton}
                onClick={() => onChange(riseTo(levels, at))}
                title={`Back to all of ${label}`}
              >
                <span className={classes.crumbLabel}>{label}</span> {names[at] ?? String(level.selectedItemId)}
                <IconX size={12} aria-hidden />
              </button>
            ) : (
              <LevelMenu level={level} at={at} open={open} levels={levels} set={set} />
            )}
          </span>
        );
      })}
      {levels.length < MAX_LEVELS && <AddLevel onAdd={(type) => set([...levels, { type }])} levels={levels} />}
    </nav>
  );
}
