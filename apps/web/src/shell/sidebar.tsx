import { type MenuGroup, visibleMenu } from '@signpost/contract/access/access.ts';
import type { RouteName } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParts } from '../address/use-search.ts';
import { type Session, viewerOf } from '../api/session.ts';
import { preload } from '../pages.ts';
import { Logo } from '../ui/layout/logo.tsx';
import { narrowed } from '../ui/values/fold.ts';
import { lineage, useCurrentRoute } from './current-route.ts';
import { RouteIcon } from './icons.tsx';
import classes from './sidebar.module.css';
import { FAVOURITES, openGroups, type SidebarState } from './sidebar-state.ts';

export interface SidebarProps {
  session: Session;
  state: SidebarState;
  onChange: (change: Partial<SidebarState>) => void;
}

interface ItemProps {
  name: RouteName;
  path: string;
  title: string;
  icon: string;
  current: boolean;
  collapsed: boolean;
}

/** A sidebar item. There are dozens beside every screen, so only changed ones render again. */
const Item = memo(({ name, path, title, icon, current, collapsed }: ItemProps) => (
  <li>
    <a
      className={classes.item}
      href={hashHref(path)}
      aria-current={current ? 'page' : undefined}
      aria-label={title}
      data-tip={collapsed ? title : undefined}
      data-tip-side="right"
      onPointerEnter={() => void preload(name)}
      onFocus={() => void preload(name)}
    >
      <RouteIcon name={icon} />
      <span className={classes.title}>{title}</span>
    </a>
  </li>
));

/** Free space that is kept above and below the current entry. */
const MARGIN = 8;

/** Scrolls only the list; `scrollIntoView` would move the page as well while the menu of a phone is closed. */
function revealCurrent(list: HTMLElement | null): void {
  const entry = list?.querySelector('[aria-current]');
  if (list === null || entry == null) return;
  const outer = list.getBoundingClientRect();
  const inner = entry.getBoundingClientRect();
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + MARGIN;
  else if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + MARGIN;
}

/** The `kind` of the open list, if it has an entry of its own. */
function useOwnKind(groups: readonly MenuGroup[]): string | undefined {
  const { kind } = useSearchParts();
  return groups.flatMap(({ items }) => items).find((item) => item.kind !== undefined && item.kind === kind)?.kind;
}

/** The state of the sidebar, and the actions that it offers. */
function useSidebar({ session, state, onChange }: SidebarProps) {
  const groups = useMemo(() => visibleMenu(viewerOf(session)), [session]);
  const here = lineage(useCurrentRoute()).map((route) => route.name);
  const kind = useOwnKind(groups);
  const { groups: choice, favourites } = state;
  const [text, setText] = useState('');
  /** The group that the person closed last, and the screen that was open then. Another screen opens its group again. */
  const [folded, setFolded] = useState('');
  const wanted = text.trim();
  const all = groups.flatMap(({ items }) => items);
  const found = narrowed(all, ({ title }) => title, wanted);
  const starred = favourites.flatMap((name) => all.filter((item) => item.name === name && item.kind === undefined));
  const listGroups = () => {
    if (wanted !== '') return [{ group: found.length === 0 ? 'No screen with this name' : 'Found', items: found }];
    if (starred.length > 0) return [{ group: FAVOURITES, items: starred }, ...groups];
    return groups;
  };
  const shownGroups = listGroups();
  const open = openGroups(shownGroups, choice, here);
  const isOpen = (group: string) => wanted !== '' || (open.includes(group) && folded !== `${group} ${here[0]}`);
  const toggle = (group: string) => {
    const opens = !isOpen(group);
    setFolded(opens ? '' : `${group} ${here[0]}`);
    onChange({ groups: { ...choice, [group]: opens } });
  };
  /** Opens the first screen that was found. */
  const openFirst = () => {
    const [first] = found;
    if (wanted === '' || first === undefined) return;
    setText('');
    window.location.hash = hashHref(first.path);
  };
  const isCurrent = (item: MenuItem) => here.includes(item.name) && item.kind === kind;
  return { shownGroups, place: here[0], text, setText, openFirst, isOpen, toggle, isCurrent };
}

type MenuItem = MenuGroup['items'][number];

interface FindProps {
  text: string;
  onText: (text: string) => void;
  onEnter: () => void;
}

/** The field that narrows the menu by the names of screens. */
function Find({ text, onText, onEnter }: FindProps) {
  return (
    <input
      className={classes.find}
      aria-label="Find a screen"
      placeholder="Find a screen"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onText('');
        if (event.key === 'Enter') onEnter();
      }}
    />
  );
}

interface GroupProps {
  group: string;
  items: readonly MenuItem[];
  isShown: boolean;
  collapsed: boolean;
  onToggle: () => void;
  isCurrent: (item: MenuItem) => boolean;
}

function Group({ group, items, isShown, collapsed, onToggle, isCurrent }: GroupProps) {
  return (
    <div className={classes.group}>
      <button
        type="button"
        className={classes.groupName}
        aria-expanded={isShown}
        data-tip={collapsed ? group : undefined}
        data-tip-side="right"
        onClick={onToggle}
      >
        <span>{group}</span>
        <IconChevronDown size={14} aria-hidden />
      </button>
      {isShown && (
        <ul>
          {items.map((item) => (
            <Item
              key={item.path}
              name={item.name}
              path={item.path}
              title={item.title}
              icon={item.icon}
              current={isCurrent(item)}
              collapsed={collapsed}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function CollapseButton({ collapsed, onClick }: { collapsed: boolean; onClick: () => void }) {
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <button
      type="button"
      className={classes.collapse}
      onClick={onClick}
      aria-label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
    >
      <Icon size={18} stroke={1.5} />
      <span className={classes.title}>Collapse</span>
    </button>
  );
}

/** The sidebar, by group of the route table, with the screens this person can open. */
export function Sidebar(props: SidebarProps) {
  const { collapsed } = props.state;
  const { place, ...sidebar } = useSidebar(props);
  const list = useRef<HTMLDivElement>(null);
  // The entry of the open screen is in sight, also where the menu is longer than the window.
  useEffect(() => {
    if (place !== undefined) revealCurrent(list.current);
  }, [place]);
  return (
    <nav className={classes.sidebar} aria-label="Main" data-collapsed={collapsed || undefined}>
      <a className={classes.brand} href={hashHref('/')} aria-label="Signpost, home">
        <Logo />
        <span className={classes.name}>Signpost</span>
      </a>
      {!collapsed && <Find text={sidebar.text} onText={sidebar.setText} onEnter={sidebar.openFirst} />}
      <div className={classes.groups} ref={list}>
        {sidebar.shownGroups.map(({ group, items }) => (
          <Group
            key={group}
            group={group}
            items={items}
            isShown={sidebar.isOpen(group)}
            collapsed={collapsed}
            onToggle={() => sidebar.toggle(group)}
            isCurrent={sidebar.isCurrent}
          />
        ))}
      </div>
      <CollapseButton collapsed={collapsed} onClick={() => props.onChange({ collapsed: !collapsed })} />
    </nav>
  );
}
