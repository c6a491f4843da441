import { isObject } from '@signpost/contract/objects.ts';
import { useState } from 'react';
import { storage } from '../api/storage.ts';

const KEY = 'signpost.sidebar';

/** The group of the screens that the person marked. */
export const FAVOURITES = 'Favourites';

/** How the person left the sidebar; kept in the browser. */
export interface SidebarState {
  collapsed: boolean;
  /** The groups that the person opened (true) or closed (false). The others follow the rule of `isGroupOpen`. */
  groups: Record<string, boolean>;
  /** The names of the routes that are shown on top. */
  favourites: string[];
}

/** A menu with at most this many screens is shown whole. */
const MOST_SHOWN = 20;

const texts = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(String);
  return [];
};

function choices(groups: unknown, closedGroups: unknown): Record<string, boolean> {
  // Earlier versions only kept the closed groups.
  const closed = texts(closedGroups).map((group) => [group, false] as const);
  const chosen = isObject(groups) ? Object.entries(groups).map(([group, open]) => [group, open === true] as const) : [];
  return Object.fromEntries([...closed, ...chosen]);
}

function read(): SidebarState {
  const stored = storage.read(KEY);
  const { collapsed, groups, closedGroups, favourites } = isObject(stored) ? stored : {};
  return { collapsed: collapsed === true, groups: choices(groups, closedGroups), favourites: texts(favourites) };
}

/** A group of the menu. */
interface Group {
  group: string;
  items: readonly { name: string }[];
}

/**
 * The groups that are open: the one of the open screen, those the person opened, and without their choice the first
 * one, the favourites, and everything in a short menu.
 */
export function openGroups(
  groups: readonly Group[],
  choice: Readonly<Record<string, boolean>>,
  here: readonly string[],
): string[] {
  const isShort = groups.reduce((sum, { items }) => sum + items.length, 0) <= MOST_SHOWN;
  const first = groups.find(({ group }) => group !== FAVOURITES);
  return groups
    .filter(
      (one) =>
        one.items.some(({ name }) => here.includes(name)) ||
        (choice[one.group] ?? (isShort || one === first || one.group === FAVOURITES)),
    )
    .map(({ group }) => group);
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
