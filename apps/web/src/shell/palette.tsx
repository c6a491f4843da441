import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { mayOpen } from '@signpost/contract/access/access.ts';
import { searchRecords } from '@signpost/contract/calls/search.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { SEARCH_DEBOUNCE_MS } from '@signpost/contract/limits.ts';
import type { FoundRecord } from '@signpost/contract/records/found.ts';
import { recordPath } from '@signpost/contract/records/record-path.ts';
import { ALL_ROUTES } from '@signpost/contract/routes/index.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconHelp, IconHistory, IconLogout, IconMoon, IconPlus, IconSearch, IconSun } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useCall } from '../api/calls.ts';
import { type Session, viewerOf } from '../api/session.ts';
import { useEscape } from '../ui/use-escape.ts';
import { RouteIcon } from './icons.tsx';
import classes from './palette.module.css';
import { palette, paletteStore } from './palette-store.ts';
import { recentRecords } from './recent.ts';

interface Entry {
  id: string;
  label: string;
  description: string;
  icon: ReactNode;
  run: () => void;
}

const PER_GROUP = 8;
const MIN_SEARCH = 2;

/** The link of a record: its own screen, otherwise its form. */
function pathOf({ entity: name, id }: FoundRecord): string | null {
  const entity = entityList.find((it) => it.name === name);
  const route = entity?.routes.view ?? entity?.routes.edit;
  return entity === undefined || route === undefined ? null : recordPath(entity, route, id);
}

interface PaletteProps {
  session: Session;
  go: (path: string) => void;
  guide: () => void;
}

/** The palette entries that match a text: screens, records and actions. */
function useGroups({ session, go, guide }: PaletteProps, query: string) {
  const here = useLocation({ select: ({ pathname }) => pathname });
  const [wanted] = useDebouncedValue(query.trim(), SEARCH_DEBOUNCE_MS);
  const scheme = useComputedColorScheme('dark');
  const { setColorScheme } = useMantineColorScheme();
  const records = useCall(searchRecords, { query: { q: wanted } }, { enabled: wanted.length >= MIN_SEARCH });
  const viewer = viewerOf(session);
  const open = ALL_ROUTES.filter(
    (route) => mayOpen(viewer, route) && !route.path.includes('$') && route.redirectTo === undefined,
  );
  const places: Entry[] = open
    .filter((route) => route.name !== 'login' && route.name !== 'logout')
    .map((route) => ({
      id: route.name,
      label: route.title,
      description: route.group ?? '',
      icon: route.extraProps.add ? (
        <IconPlus size={18} stroke={1.5} />
      ) : (
        <RouteIcon name={route.icon ?? (route.name === 'home' ? 'home' : 'user')} />
      ),
      run: () => go(route.path),
    }));
  const actions: Entry[] = [
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
      icon: scheme === 'dark' ? <IconSun size={18} stroke={1.5} /> : <IconMoon size={18} stroke={1.5} />,
      run: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
    },
    {
      id: 'sign-out',
      label: 'Sign out',
      description: '',
      icon: <IconLogout size={18} stroke={1.5} />,
      run: () => go('/logout'),
    },
  ];
  const found: Entry[] = (records.data ?? []).flatMap((record) => {
    const path = pathOf(record);
    if (path === null) return [];
    return {
      id: `${record.entity} ${record.id}`,
      label: record.title,
      description: `${record.kind} ${record.id}`,
      icon: <IconSearch size={18} stroke={1.5} />,
      run: () => go(path),
    };
  });
  const recent: Entry[] = recentRecords(session.user.id)
    .filter(({ path }) => path !== here)
    .map(({ title, path }) => ({
      id: `recent ${path}`,
      label: title,
      description: 'Opened before',
      icon: <IconHistory size={18} stroke={1.5} />,
      run: () => go(path),
    }));
  const typed = query.trim().toLowerCase();
  /** An exact name comes first, then one that begins with the text. */
  const rank = ({ label }: Entry): number => {
    const name = label.toLowerCase();
    return name === typed ? 0 : name.startsWith(typed) ? 1 : 2;
  };
  const ranked = (entries: readonly Entry[]): Entry[] => entries.toSorted((one, other) => rank(one) - rank(other));
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (entry: Entry) =>
    words.every((word) => `${entry.label} ${entry.description}`.toLowerCase().includes(word));
  const all = [
    { label: 'Recent', entries: typed === '' ? recent : [] },
    { label: 'Go to', entries: ranked(places.filter(matches)).slice(0, PER_GROUP) },
    { label: 'Records', entries: wanted.length >= MIN_SEARCH ? ranked(found).slice(0, PER_GROUP) : [] },
    { label: 'Actions', entries: ranked(actions.filter(matches)) },
  ];
  const groups = all.filter((group) => group.entries.length > 0);
  const isExact = ({ entries: [first] }: (typeof all)[number]) =>
    typed !== '' && first !== undefined && rank(first) === 0;
  return {
    groups: groups.toSorted((one, other) => Number(isExact(other)) - Number(isExact(one))),
    isSearching: records.isFetching,
  };
}

/** Marks the first entry, which Enter then opens, if none is marked. Records arrive after the text was typed. */
function markFirst(): void {
  const list = document.getElementById(paletteStore.getState().listId);
  const first = list?.querySelector('[data-action]');
  if (first === null || first === undefined || list?.querySelector('[data-selected]') !== null) return;
  first.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}

/** Ctrl/⌘ K: every screen and record this person can open, and global actions. */
export default function Palette(props: PaletteProps) {
  const [query, setQuery] = useState('');
  const { opened } = useSpotlight(paletteStore);
  useEscape(opened, palette.close);
  const { groups, isSearching } = useGroups(props, query);
  const first = groups[0]?.entries[0]?.id;
  useLayoutEffect(() => {
    if (opened && first !== undefined) markFirst();
  }, [opened, first]);
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      closeOnEscape={false}
      scrollable
      maxHeight={420}
      transitionProps={{ duration: 120 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.5 }}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      classNames={{
        content: classes.content ?? '',
        search: classes.search ?? '',
        actionsGroup: classes.group ?? '',
      }}
    >
      <Spotlight.Search
        placeholder="Search screens, records and actions"
        leftSection={<IconSearch size={18} stroke={1.5} />}
        aria-label="Search"
        onKeyDown={(event) => {
          if (event.key === 'Enter') markFirst();
        }}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label}>
            {group.entries.map((entry) => (
              <Spotlight.Action key={entry.id} onClick={entry.run} className={classes.action ?? ''}>
                <span className={classes.icon}>{entry.icon}</span>
                <span className={classes.label}>{entry.label}</span>
                <span className={classes.description}>{entry.description}</span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>{isSearching ? TEXT.loading : TEXT.nothingToShow}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
