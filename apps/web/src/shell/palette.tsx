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
import { IconLogout, IconMoon, IconPlus, IconSearch, IconSun } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/calls.ts';
import { type Session, viewerOf } from '../api/session.ts';
import { useEscape } from '../ui/use-escape.ts';
import { RouteIcon } from './icons.tsx';
import classes from './palette.module.css';
import { palette, paletteStore } from './palette-store.ts';

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
}

/** The palette entries that match a text: screens, records and actions. */
function useGroups({ session, go }: PaletteProps, query: string) {
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
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (entry: Entry) =>
    words.every((word) => `${entry.label} ${entry.description}`.toLowerCase().includes(word));
  const all = [
    { label: 'Go to', entries: places.filter(matches).slice(0, PER_GROUP) },
    { label: 'Records', entries: wanted.length >= MIN_SEARCH ? found.slice(0, PER_GROUP) : [] },
    { label: 'Actions', entries: actions.filter(matches) },
  ];
  return { groups: all.filter((group) => group.entries.length > 0), isSearching: records.isFetching };
}

/** Ctrl/⌘ K: every screen and record this person can open, and global actions. */
export default function Palette(props: PaletteProps) {
  const [query, setQuery] = useState('');
  const { opened } = useSpotlight(paletteStore);
  useEscape(opened, palette.close);
  const { groups, isSearching } = useGroups(props, query);
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
