/** Which parts of Home a person shows, kept per person on the server. */

import { HOME_TILES, type HomeTile } from '@signpost/contract/insight/stats/pins.ts';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { callKey, keepAnswer, send, useCall } from '../../../api/calls.ts';
import { firstCalls } from '../../../api/first-screen.ts';
import { storage } from '../../../api/storage.ts';
import { Button } from '../../../ui/button.tsx';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { toggled } from '../../../ui/values/toggled.ts';
import type { ShownTiles } from './tiles-popover.tsx';

const PREFERENCE = { params: { key: 'home-tiles' } };
const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

/** The hidden tiles of a stored preference; null for a person who never chose. */
function tilesIn(value: unknown): HomeTile[] | null {
  const hidden: unknown = typeof value === 'object' && value !== null && 'hidden' in value ? value.hidden : null;
  if (Array.isArray(hidden)) return HOME_TILES.filter((tile) => hidden.includes(tile));
  return null;
}

/** This browser remembers the hidden tiles, so that they do not appear before the server has answered. */
const keyOf = (userId: number) => `signpost.home-tiles.${userId}`;
function remembered(userId: number): HomeTile[] | null {
  const text = storage.read(keyOf(userId));
  if (typeof text === 'string') return HOME_TILES.filter((tile) => text.split(' ').includes(tile));
  return null;
}

/** `hiddenAtFirst`: the tiles that a person who never chose does not see. */
export function useHomeTiles(userId: number, hiddenAtFirst: readonly HomeTile[]): ShownTiles {
  const client = useQueryClient();
  const { data } = useCall(firstCalls.readPreference, PREFERENCE, FOREVER);
  /** The choice made here, which is shown at once. */
  const [chosen, setChosen] = useState<HomeTile[] | null>(null);
  const hidden = chosen ?? (data === undefined ? remembered(userId) : tilesIn(data)) ?? hiddenAtFirst;
  return {
    isShown: (tile: HomeTile) => !hidden.includes(tile),
    toggle: (tile: HomeTile) => {
      const next = toggled(hidden, tile);
      setChosen(next);
      storage.write(keyOf(userId), next.join(' '));
      // A request that is still under way would overwrite the new choice with the earlier one.
      void client.cancelQueries({ queryKey: callKey(firstCalls.readPreference, PREFERENCE) });
      keepAnswer(client, firstCalls.readPreference, PREFERENCE, { hidden: next });
      send(firstCalls.savePreference, { ...PREFERENCE, body: { value: { hidden: next } } }).catch((error: Error) =>
        showSnackbar({ type: 'error', message: `The tiles could not be saved. ${error.message}` }),
      );
    },
  };
}

/** Loaded when it is first opened: placing a popover takes 21 KB. */
const TilesPopover = lazy(() => import('./tiles-popover.tsx'));

/** Hides tiles of Home and brings them back. */
export function TilesButton({ tiles, offered }: { tiles: ShownTiles; offered: readonly HomeTile[] }) {
  return (
    <OnDemand
      opens="dialog"
      button={
        <Button kind="quiet" icon={<IconLayoutDashboard size={16} aria-hidden />}>
          Tiles
        </Button>
      }
    >
      {(button) => <TilesPopover button={button} tiles={tiles} offered={offered} />}
    </OnDemand>
  );
}
