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

/** The sidebar, by group of the route table, with the screens this person can open. */
export function Sidebar({ session, state, onChange }: SidebarProps) {
  const groups = useMemo(() => visibleMenu(viewerOf(session)), [session]);
  const here = lineage(useCurrentRoute()).map((route) => route.name);
  const kind = useOwnKind(groups);
  const { collapsed, groups: choice, favourites } = state;
  const [text, setText] = useState('');
  /** The group of the open screen that the person closed, and that screen: the next one opens its group again. */
  const [folded, setFolded] = useState('');
  const wanted = text.trim();
  const all = groups.flatMap(({ items }) => items);
  const found = narrowed(all, ({ title }) => title, wanted);
  const starred = favourites.flatMap((name) => all.filter((item) => item.name === name && item.kind === undefined));
  const shownGroups =
    wanted !== ''
      ? [{ group: found.length === 0 ? 'No screen with this name' : 'Found', items: found }]
      : starred.length > 0
        ? [{ group: FAVOURITES, items: starred }, ...groups]
        : groups;
  const list = useRef<HTMLDivElement>(null);
  const [place] = here;
  // The entry of the open screen is in sight, also where the menu is longer than the window.
  useEffect(() => {
    if (place !== undefined) revealCurrent(list.current);
  }, [place]);
  const open = openGroups(shownGroups, choice, here);
  const isOpen = (group: string) => wanted !== '' || (open.includes(group) && folded !== `${group} ${here[0]}`);
  const toggle = (group: string) => {
    const opens = !isOpen(group);
    setFolded(opens ? '' : `${group} ${here[0]}`);
    onChange({ groups: { ...choice, [group]: opens } });
  };
  return (
    <nav className={classes.sidebar} aria-label="Main" data-collapsed={collapsed || undefined}>
      <a className={classes.brand} href={hashHref('/')} aria-label="Signpost, home">
        <Logo />
        <span className={classes.name}>Signpost</span>
      </a>
      {!collapsed && (
        <input
          className={classes.find}
          aria-label="Find a screen"
          placeholder="Find a screen"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setText('');
            const [first] = found;
            if (event.key !== 'Enter' || wanted === '' || first === undefined) return;
            setText('');
            window.location.hash = hashHref(first.path);
          }}
        />
      )}
      <div className={classes.groups} ref={list}>
        {shownGroups.map(({ group, items }) => {
          const isShown = isOpen(group);
          return (
            <div key={group} className={classes.group}>
              <button
                type="button"
                className={classes.groupName}
                aria-expanded={isShown}
                data-tip={collapsed ? group : undefined}
                data-tip-side="right"
                onClick={() => toggle(group)}
              >
                <span>{group}</span>
                <IconChevronDown size={14} aria-hidden />
              </button>
              {isShown && (
                <ul>
                  {items.map((item) => {
                    const current = here.includes(item.name) && item.kind === kind;
                    return (
                      <Item
                        key={item.path}
                        name={item.name}
                        path={item.path}
                        title={item.title}
                        icon={item.icon}
                        current={current}
                        collapsed={collapsed}
                      />
                    );
                  })}
                </ul>
              )}
            </div>
          );
        })}
      </div>
      <button
        type="button"
        className={classes.collapse}
        onClick={() => onChange({ collapsed: !collapsed })}
        aria-label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
      >
        {collapsed ? (
          <IconLayoutSidebarLeftExpand size={18} stroke={1.5} />
        ) : (
          <IconLayoutSidebarLeftCollapse size={18} stroke={1.5} />
        )}
        <span className={classes.title}>Collapse</span>
      </button>
    </nav>
  );
}
