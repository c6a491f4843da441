import { isObject } from '@signpost/contract/define/objects.ts';
import { useState } from 'react';
import { storage } from '../api/storage.ts';

const KEY = 'signpost.sidebar';

/** Whether the person left the sidebar open; kept in the browser. */
export interface SidebarState {
  collapsed: boolean;
  closedGroups: string[];
}

function read(): SidebarState {
  const stored = storage.read(KEY);
  if (!isObject(stored)) return { collapsed: false, closedGroups: [] };
  const { collapsed, closedGroups } = stored;
  return {
    collapsed: collapsed === true,
    closedGroups: Array.isArray(closedGroups) ? closedGroups.map(String) : [],
  };
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
