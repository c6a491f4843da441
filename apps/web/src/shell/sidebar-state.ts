import { isObject } from '@signpost/contract/define/objects.ts';
import { useState } from 'react';
import { storage } from '../api/storage.ts';

const KEY = 'signpost.sidebar';

/** How the person left the sidebar; kept in the browser. */
export interface SidebarState {
  collapsed: boolean;
  closedGroups: string[];
  /** The names of the routes that are shown on top. */
  favourites: string[];
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function read(): SidebarState {
  const stored = storage.read(KEY);
  const { collapsed, closedGroups, favourites } = isObject(stored) ? stored : {};
  return { collapsed: collapsed === true, closedGroups: texts(closedGroups), favourites: texts(favourites) };
}

/** The sidebar's state and how to change it. */
export function useSidebarState(): [SidebarState, (change: Partial<SidebarState>) => void] {
  const [state, setState] = useState(read);
  return [
    state,
    (change) => {
      const next = { ...state, ...change };
      setState(next);
      storage.write(KEY, next);
    },
  ];
}
