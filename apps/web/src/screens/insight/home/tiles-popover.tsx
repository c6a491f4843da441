/** The list of Home's tiles, in which a person ticks those to show. */
import { Popover } from '@mantine/core';
import { HOME_TILE_LABELS, type HomeTile } from '@signpost/contract/insight/stats/pins.ts';
import type { ReactElement } from 'react';
import classes from './home.module.css';

export interface ShownTiles {
  isShown(tile: HomeTile): boolean;
  toggle(tile: HomeTile): void;
}

interface Props {
  button: ReactElement;
  tiles: ShownTiles;
  offered: readonly HomeTile[];
}

export default function TilesPopover({ button, tiles, offered }: Props) {
  return (
    <Popover position="bottom-end" withinPortal width={260} trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label="Tiles of Home">
        <fieldset className={classes.tiles}>
          <legend>Tiles of Home</legend>
          {offered.map((tile) => (
            <label key={tile}>
              <input type="checkbox" checked={tiles.isShown(tile)} onChange={() => tiles.toggle(tile)} />
              {HOME_TILE_LABELS[tile]}
            </label>
          ))}
        </fieldset>
        <p className={classes.tilesHint}>Pin more with “Pin to Home” on any statistics tab.</p>
      </Popover.Dropdown>
    </Popover>
  );
}
