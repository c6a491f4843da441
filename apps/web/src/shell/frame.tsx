import { Burger, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { visibleMenu } from '@signpost/contract/access/access.ts';
import { IconMoon, IconSearch, IconStar, IconStarFilled, IconSun } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useCall } from '../api/calls.ts';
import { firstCalls } from '../api/first-screen.ts';
import { type Session, viewerOf } from '../api/session.ts';
import { undoByKeys } from '../api/undo.ts';
import { IconButton } from '../ui/button.tsx';
import { HeaderContext } from '../ui/layout/page-header.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import { Bell } from './bell.tsx';
import { useCurrentRoute } from './current-route.ts';
import classes from './frame.module.css';
import { goPlaces, useGlobalKeys } from './go-keys.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { rememberRecord } from './recent.ts';
import { Sidebar } from './sidebar.tsx';
import { useSidebarState } from './sidebar-state.ts';
import { useTitles } from './use-titles.ts';
import { UserButton } from './user-button.tsx';

const Palette = lazy(() => import('./palette.tsx'));
const GuidePanel = lazy(() => import('./guide-panel.tsx'));
const OutgoingNotice = lazy(() => import('./outgoing-notice.tsx'));
const Shortcuts = lazy(() => import('./shortcuts.tsx'));

/** Restoring a copy is rare, and starts the product anew. */
const STOP_STALE_MS = 15 * 60_000;

/** The frame around every screen: sidebar, header, palette, shortcuts. */
export function Frame({ session, children }: { session: Session; children: ReactNode }) {
  const router = useRouter();
  const [sidebar, setSidebar] = useSidebarState();
  const [menuOpen, menu] = useDisclosure();
  const [help, setHelp] = useState(false);
  const [isGuideOpen, setGuideOpen] = useState(false);
  const [paletteWanted, setPaletteWanted] = useState(false);
  const [context, setContext] = useState<HTMLElement | null>(null);
  const [action, setAction] = useState<HTMLElement | null>(null);
  const isMobile = useMobile();
  const scheme = useComputedColorScheme('dark');
  const { setColorScheme } = useMantineColorScheme();
  const places = useMemo(() => goPlaces(viewerOf(session)), [session]);
  const { user } = session;
  const route = useCurrentRoute();
  const isRecord = route !== undefined && route.path.includes('$') && !route.path.includes('/copy/');
  const remember = useCallback(
    (shown: string) => {
      const { pathname } = router.state.location;
      if (isRecord) rememberRecord(user.id, { title: shown, path: pathname });
    },
    [router, isRecord, user.id],
  );
  const { title, showTitle } = useTitles(remember);
  const slots = useMemo(() => ({ context, action, showTitle }), [context, action, showTitle]);
  const isInMenu = useMemo(
    () => visibleMenu(viewerOf(session)).some(({ items }) => items.some(({ name }) => name === route?.name)),
    [session, route],
  );
  const isFavourite = route !== undefined && sidebar.favourites.includes(route.name);
  const go = useCallback((path: string) => router.history.push(path), [router]);
  const openPalette = useCallback(() => {
    setPaletteWanted(true);
    import('./palette-store.ts').then(
      ({ palette }) => palette.toggle(),
      (error: unknown) => console.error('The command palette could not be loaded.', error),
    );
  }, []);
  const openHelp = useCallback(() => setHelp(true), []);
  const openGuide = useCallback(() => {
    setHelp(false);
    setGuideOpen(true);
  }, []);
  const client = useQueryClient();
  const undo = useCallback(() => void undoByKeys(client), [client]);
  useGlobalKeys({ places, go, help: openHelp, isHelpOpen: help, guide: openGuide, palette: openPalette, undo });
  const { data: stop = null } = useCall(firstCalls.readOutgoingStop, {}, { staleTime: STOP_STALE_MS });
  const { close } = menu;
  useEffect(() => router.subscribe('onBeforeNavigate', close), [router, close]);
  const dark = scheme === 'dark';
  return (
    <HeaderContext value={slots}>
      <div
        className={classes.frame}
        data-collapsed={(sidebar.collapsed && !menuOpen) || undefined}
        data-menu={menuOpen || undefined}
        data-guide={isGuideOpen || undefined}
      >
        <button type="button" className={classes.skip} onClick={() => document.getElementById('main')?.focus()}>
          Skip to content
        </button>
        <div className={classes.navbar}>
          <Sidebar
            session={session}
            state={menuOpen ? { ...sidebar, collapsed: false } : sidebar}
            onChange={setSidebar}
          />
        </div>
        {menuOpen && <button type="button" className={classes.shade} aria-label="Close menu" onClick={menu.close} />}
        <header className={classes.header}>
          <Burger
            opened={menuOpen}
            onClick={menu.toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label="Menu"
            aria-expanded={menuOpen}
          />
          {/* On phones, only screen readers have a title. */}
          <h1 className={isMobile ? classes.unseen : classes.title}>{title}</h1>
          {route !== undefined && isInMenu && (
            <span className={classes.desk}>
              <IconButton
                label={isFavourite ? 'Remove from favourites' : 'Add to favourites'}
                onClick={() =>
                  setSidebar({
                    favourites: isFavourite
                      ? sidebar.favourites.filter((name) => name !== route.name)
                      : [...sidebar.favourites, route.name],
                  })
                }
              >
                {isFavourite ? (
                  <IconStarFilled size={16} aria-hidden />
                ) : (
                  <IconStar size={16} stroke={1.5} aria-hidden />
                )}
              </IconButton>
            </span>
          )}
          <div ref={setContext} className={classes.context} />
          <div ref={setAction} className={classes.action} />
          <button type="button" className={classes.search} onClick={openPalette}>
            <IconSearch size={16} stroke={1.75} aria-hidden />
            <span>Search</span>
            <kbd>Ctrl K</kbd>
          </button>
          <span className={classes.desk}>
            <IconButton
              label={dark ? 'Light theme' : 'Dark theme'}
              onClick={() => setColorScheme(dark ? 'light' : 'dark')}
            >
              {dark ? <IconSun size={18} stroke={1.5} aria-hidden /> : <IconMoon size={18} stroke={1.5} aria-hidden />}
            </IconButton>
          </span>
          <Bell session={session} />
          <UserButton session={session} onShortcuts={openHelp} onGuide={openGuide} />
        </header>
        <main id="main" tabIndex={-1} className={classes.main}>
          <OfflineBanner />
          {stop !== null && (
            <Suspense fallback={null}>
              <OutgoingNotice stop={stop} />
            </Suspense>
          )}
          {children}
        </main>
      </div>
      <Suspense fallback={null}>
        {paletteWanted && <Palette session={session} go={go} guide={openGuide} />}
        {isGuideOpen && <GuidePanel onClose={() => setGuideOpen(false)} />}
        {help && <Shortcuts opened={help} onClose={() => setHelp(false)} places={places} />}
      </Suspense>
    </HeaderContext>
  );
}
