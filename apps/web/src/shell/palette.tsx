import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { finderOf } from '../ui/values/fold.ts';
import '@mantine/spotlight/styles.layer.css';
import { listSavedViews } from '@signpost/contract/calls/saved-views.ts';
import { searchRecords } from '@signpost/contract/calls/search.ts';
import { SEARCH_DEBOUNCE_MS } from '@signpost/contract/limits.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconBookmark, IconHistory, IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { useCall } from '../api/calls.ts';
import { viewerOf } from '../api/session.ts';
import { useEscape } from '../ui/use-escape.ts';
import classes from './palette.module.css';
import { distance, type Entry, type PaletteProps, placesOf, useGlobalActions } from './palette-entries.tsx';
import { pathOf, readCommand, recordActions, useSetStatus } from './palette-records.tsx';
import { palette, paletteStore } from './palette-store.ts';
import { viewTarget } from './palette-views.ts';
import { recentRecords } from './recent.ts';

const PER_GROUP = 8;
const MIN_SEARCH = 2;
const VIEWS_STALE_MS = 60_000;

/** The records that this person had open last, and their saved views. */
function useKept({ session, go }: PaletteProps): { recent: Entry[]; saved: Entry[] } {
  const here = useLocation({ select: ({ pathname }) => pathname });
  const views = useCall(listSavedViews, { query: {} }, { staleTime: VIEWS_STALE_MS });
  const recent = recentRecords(session.user.id)
    .filter(({ path }) => path !== here)
    .map(({ title, path }) => ({
      id: `recent ${path}`,
      label: title,
      description: 'Opened before',
      icon: <IconHistory size={18} stroke={1.5} />,
      run: () => go(path),
    }));
  const saved = (views.data ?? []).flatMap((view) => {
    const target = viewTarget(view);
    if (target === undefined) return [];
    return {
      id: `view ${view.id}`,
      label: view.name,
      description: `View of ${target.title}`,
      icon: <IconBookmark size={18} stroke={1.5} />,
      run: () => go(target.path),
    };
  });
  return { recent, saved };
}

/** The records that a text finds, and what can be done with them. */
function useFound({ session, go }: PaletteProps, query: string) {
  const [wanted] = useDebouncedValue(query.trim(), SEARCH_DEBOUNCE_MS);
  const { verb, name } = readCommand(wanted);
  const { data = [], isFetching } = useCall(
    searchRecords,
    { query: { q: name } },
    { enabled: name.length >= MIN_SEARCH },
  );
  const setStatus = useSetStatus();
  const viewer = viewerOf(session);
  const text = name.toLowerCase();
  const isCurrent = wanted === query.trim();
  // Until the answer to the typed text arrives, only those records of the previous answer are shown that match it,
  // because Enter opens the first one.
  const isFound = isCurrent ? () => true : finderOf(readCommand(query.trim()).name);
  const nearest = (name.length < MIN_SEARCH ? [] : data)
    .filter(({ title }) => isFound(title))
    .toSorted((one, other) => distance(one.title, text) - distance(other.title, text));
  const records: Entry[] = nearest.flatMap((record) => {
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
  const actionsOn = (record: (typeof nearest)[number]): (Entry & { verb: string })[] =>
    recordActions(viewer, record).map(({ does, ...action }) => ({
      ...action,
      run: () => ('path' in does ? go(does.path) : void setStatus(record, does.status)),
    }));
  const [first] = nearest;
  return {
    isSearching: isFetching || !isCurrent,
    records,
    first,
    /** The actions that the text asks for. They change records, so they are only offered for exactly the typed text. */
    commands: isCurrent && verb !== null ? nearest.flatMap(actionsOn).filter((action) => action.verb === verb) : [],
    /** The actions on the record whose name is nearest to the text. */
    onFirst: isCurrent && verb === null && first !== undefined ? actionsOn(first) : [],
  };
}

/** The palette entries that match a text: screens, records, saved views and actions. */
function useGroups(props: PaletteProps, query: string) {
  const { recent, saved } = useKept(props);
  const found = useFound(props, query);
  const actions = useGlobalActions(props);
  const typed = query.trim().toLowerCase();
  const rank = ({ label }: Entry): number => distance(label, typed);
  const ranked = (entries: readonly Entry[]): Entry[] => entries.toSorted((one, other) => rank(one) - rank(other));
  const isFound = finderOf(typed);
  const matches = ({ label, description, synonyms }: Entry) => isFound(`${label} ${description} ${synonyms ?? ''}`);
  const first = (entries: readonly Entry[]) => entries.slice(0, PER_GROUP);
  const all = [
    { label: 'Actions on records', entries: first(found.commands) },
    { label: 'Recent', entries: typed === '' ? recent : [] },
    { label: 'Go to', entries: first(ranked(placesOf(props.session, props.go).filter(matches))) },
    { label: 'Records', entries: first(found.records) },
    { label: `With ${found.first?.title ?? ''}`, entries: typed === '' ? [] : found.onFirst },
    { label: 'Saved views', entries: first(ranked(saved.filter(matches))) },
    { label: 'Actions', entries: ranked(actions.filter(matches)) },
  ];
  const groups = all.filter((group) => group.entries.length > 0);
  const isExact = ({ entries: [top] }: (typeof all)[number]) => typed !== '' && top !== undefined && rank(top) === 0;
  return {
    groups: groups.toSorted((one, other) => Number(isExact(other)) - Number(isExact(one))),
    isSearching: found.isSearching,
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

function unmark(): void {
  const list = document.getElementById(paletteStore.getState().listId);
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
}

function openMarked(): void {
  const list = document.getElementById(paletteStore.getState().listId);
  const marked = list?.querySelector('[data-selected]');
  if (marked instanceof HTMLElement) marked.click();
}

/**
 * Gives the focus back to the element that had it before, when the palette is closed. If the screen is left as well,
 * the first field of the new screen gets the focus instead. Returns the function to call when an entry is run.
 */
function useFocusReturn(opened: boolean): (entry: Entry) => void {
  const before = useRef<Element | null>(null);
  const isLeaving = useRef(false);
  useLayoutEffect(() => {
    if (opened) {
      before.current = document.activeElement;
      isLeaving.current = false;
      return;
    }
    if (!isLeaving.current && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    before.current = null;
  }, [opened]);
  return (entry) => {
    isLeaving.current = entry.staysHere !== true;
  };
}

/** Ctrl/⌘ K: every screen and record this person can open, and global actions. */
export default function Palette(props: PaletteProps) {
  const [query, setQuery] = useState('');
  const { opened } = useSpotlight(paletteStore);
  useEscape(opened, palette.close);
  const noteRun = useFocusReturn(opened);
  const { groups, isSearching } = useGroups(props, query);
  const first = groups[0]?.entries[0]?.id;
  /** The text for which Enter was pressed before anything was found. */
  const entered = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!opened || first === undefined) return;
    // The marked entry has moved down, because new entries appeared above it.
    unmark();
    markFirst();
  }, [opened, first]);
  useLayoutEffect(() => {
    if (isSearching || entered.current === null) return;
    const isWanted = opened && entered.current === query;
    entered.current = null;
    if (isWanted) openMarked();
  });
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      closeOnEscape={false}
      returnFocus={false}
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
          if (event.key !== 'Enter') return;
          markFirst();
          if (isSearching && groups.length === 0) entered.current = query;
        }}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label}>
            {group.entries.map((entry) => (
              <Spotlight.Action
                key={entry.id}
                onClick={() => {
                  noteRun(entry);
                  entry.run();
                }}
                className={classes.action ?? ''}
              >
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
