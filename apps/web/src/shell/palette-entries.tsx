/** The entries that the palette lists without asking the server: screens, and actions that are always there. */

import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { mayOpen } from '@signpost/contract/access/access.ts';
import { ALL_ROUTES, ROUTES } from '@signpost/contract/routes/index.ts';
import { REFERENCE_LISTS, referencePath } from '@signpost/contract/routes/reference-lists.ts';
import { IconHelp, IconLogout, IconMoon, IconPlus, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Session, viewerOf } from '../api/session.ts';
import { listOf } from '../ui/values/list-of.ts';
import { RouteIcon } from './icons.tsx';

export interface Entry {
  id: string;
  label: string;
  description: string;
  icon: ReactNode;
  /** Other words that people type for it. */
  synonyms?: string;
  /** The person stays where they were, so the focus goes back there. */
  staysHere?: true;
  run: () => void;
}

export interface PaletteProps {
  session: Session;
  go: (path: string) => void;
  guide: () => void;
}

/** The distance of a name from a text: an exact match, then names that begin with the text by length, then others. */
export function distance(label: string, text: string): number {
  const name = label.toLowerCase();
  if (name === text) return 0;
  if (name.startsWith(text)) return name.length;
  return Number.MAX_SAFE_INTEGER;
}

/** The screens that this person can open. */
export function placesOf(session: Session, go: PaletteProps['go']): Entry[] {
  const viewer = viewerOf(session);
  const lists = REFERENCE_LISTS.flatMap((one): Entry[] =>
    listOf(
      mayOpen(viewer, ROUTES.tags) && {
        id: one.kind,
        label: one.title,
        description: ROUTES.tags.group ?? '',
        icon: <RouteIcon name={one.icon} />,
        run: () => go(referencePath(ROUTES.tags.path, one)),
      },
      mayOpen(viewer, ROUTES.tagsAdd) &&
        (one.adminWrites !== true || viewer.grade === 'Admin') && {
          id: `add ${one.kind}`,
          label: `Add ${one.one}`,
          description: '',
          icon: <IconPlus size={18} stroke={1.5} />,
          synonyms: 'new create',
          run: () => go(referencePath(ROUTES.tagsAdd.path, one)),
        },
    ),
  );
  const screens = ALL_ROUTES.filter(
    ({ name, path, redirectTo }) =>
      !path.includes('$') && redirectTo === undefined && name !== 'login' && name !== 'logout',
  )
    .filter((route) => mayOpen(viewer, route))
    .map((route) => ({
      id: route.name,
      label: route.title,
      description: route.group ?? '',
      icon: route.extraProps.add ? (
        <IconPlus size={18} stroke={1.5} />
      ) : (
        <RouteIcon name={route.icon ?? (route.name === 'home' ? 'home' : 'user')} />
      ),
      ...(route.extraProps.add && { synonyms: 'new create' }),
      run: () => go(route.path),
    }));
  return [...screens, ...lists];
}

/** Actions that every person has on every screen. */
export function useGlobalActions({ go, guide }: PaletteProps): Entry[] {
  const scheme = useComputedColorScheme('dark');
  const { setColorScheme } = useMantineColorScheme();
  return [
    {
      id: 'guide',
      label: 'Guide',
      description: 'Explains this screen',
      icon: <IconHelp size={18} stroke={1.5} />,
      run: guide,
    },
    {
      id: 'theme',
      label: scheme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme',
      description: '',
      staysHere: true,
      icon: scheme === 'dark' ? <IconSun size={18} stroke={1.5} /> : <IconMoon size={18} stroke={1.5} />,
      run: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
    },
    {
      id: 'sign-out',
      label: 'Sign out',
      description: '',
      icon: <IconLogout size={18} stroke={1.5} />,
      synonyms: 'log out logout',
      run: () => go('/logout'),
    },
  ];
}
