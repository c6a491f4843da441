import { Burger } from '@mantine/core';
import { useDisclosure, useSetState } from '@mantine/hooks';
import { visibleMenu } from '@signpost/contract/access/access.ts';
import { IconSearch, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo } from 'react';
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
import { useThemeSwitch } from './use-theme-switch.ts';
import { useTitles } from './use-titles.ts';
import { UserButton } from './user-button.tsx';

const Palette = lazy(() => import('./palette.tsx'));
const GuidePanel = lazy(() => import('./guide-panel.tsx'));
const OutgoingNotice = lazy(() => import('./outgoing-notice.tsx'));
const Shortcuts = lazy(() => import('./shortcuts.tsx'));

/** A stop begins when a backup is restored, which is rare and restarts the product, so the answer is kept for long. */
const STOP_STALE_MS = 15 * 60_000;

type CurrentRoute = ReturnType<typeof useCurrentRoute>;

/** The places of the header that screens fill; null until they are there. */
interface Places {
  context: HTMLElement | null;
  action: HTMLElement | null;
}

/** The title of the screen and the places of the header that screens fill. */
function useHeaderSlots({ user }: Session, route: CurrentRoute) {
  const router = useRouter();
  const [{ context, action }, setPlaces] = useSetState<Places>({ context: null, action: null });
  const setContext = useCallback((place: HTMLElement | null) => setPlaces({ context: place }), [setPlaces]);
  const setAction = useCallback((place: HTMLElement | null) => setPlaces({ action: place }), [setPlaces]);
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
  return { title, slots, setContext, setAction };
}

/** The panels that open over the screen, also by their keys: palette, guide and shortcuts. */
function useOverlays(session: Session) {
  const router = useRouter();
  const [{ isHelpOpen, isGuideOpen, isPaletteWanted }, set] = useSetState({
    isHelpOpen: false,
    isGuideOpen: false,
    isPaletteWanted: false,
  });
  const places = useMemo(() => goPlaces(viewerOf(session)), [session]);
  const go = useCallback((path: string) => router.history.push(path), [router]);
  const openPalette = useCallback(() => {
    set({ isPaletteWanted: true });
    import('./palette-store.ts').then(
      ({ palette }) => palette.toggle(),
      (error: unknown) => console.error('The command palette could not be loaded.', error),
    );
  }, [set]);
  const openHelp = useCallback(() => set({ isHelpOpen: true }), [set]);
  const openGuide = useCallback(() => set({ isHelpOpen: false, isGuideOpen: true }), [set]);
  const client = useQueryClient();
  const undo = useCallback(() => void undoByKeys(client), [client]);
  useGlobalKeys({ places, go, help: openHelp, isHelpOpen, guide: openGuide, palette: openPalette, undo });
  return {
    places,
    go,
    isHelpOpen,
    openHelp,
    closeHelp: () => set({ isHelpOpen: false }),
    isGuideOpen,
    openGuide,
    closeGuide: () => set({ isGuideOpen: false }),
    isPaletteWanted,
    openPalette,
  };
}

type Overlays = ReturnType<typeof useOverlays>;

interface FavouriteButtonProps {
  session: Session;
  route: CurrentRoute;
  favourites: readonly string[];
  onChange: (favourites: string[]) => void;
}

/** Adds the screen to the favourites or removes it. Screens outside the menu have no such button. */
function FavouriteButton({ session, route, favourites, onChange }: FavouriteButtonProps) {
  const isInMenu = useMemo(
    () => visibleMenu(viewerOf(session)).some(({ items }) => items.some(({ name }) => name === route?.name)),
    [session, route],
  );
  if (route === undefined || !isInMenu) return null;
  if (favourites.includes(route.name))
    return (
      <span className={classes.desk}>
        <IconButton
          label="Remove from favourites"
          onClick={() => onChange(favourites.filter((name) => name !== route.name))}
        >
          <IconStarFilled size={16} aria-hidden />
        </IconButton>
      </span>
    );
  return (
    <span className={classes.desk}>
      <IconButton label="Add to favourites" onClick={() => onChange([...favourites, route.name])}>
        <IconStar size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </span>
  );
}

function ThemeButton() {
  const { theme, Icon, switchTheme } = useThemeSwitch();
  return (
    <span className={classes.desk}>
      <IconButton label={theme} onClick={switchTheme}>
        <Icon size={18} stroke={1.5} aria-hidden />
      </IconButton>
    </span>
  );
}

function Title({ children }: { children: ReactNode }) {
  const isMobile = useMobile();
  // On phones, only screen readers have a title.
  return <h1 className={isMobile ? classes.unseen : classes.title}>{children}</h1>;
}

/** The screen, below a notice if everything outgoing is stopped. */
function Main({ children }: { children: ReactNode }) {
  const { data: stop = null } = useCall(firstCalls.readOutgoingStop, {}, { staleTime: STOP_STALE_MS });
  return (
    <main id="main" tabIndex={-1} className={classes.main}>
      <OfflineBanner />
      {stop !== null && (
        <Suspense fallback={null}>
          <OutgoingNotice stop={stop} />
        </Suspense>
      )}
      {children}
    </main>
  );
}

function OpenOverlays({ session, overlays }: { session: Session; overlays: Overlays }) {
  const { places, go, isHelpOpen } = overlays;
  return (
    <Suspense fallback={null}>
      {overlays.isPaletteWanted && <Palette session={session} go={go} guide={overlays.openGuide} />}
      {overlays.isGuideOpen && <GuidePanel onClose={overlays.closeGuide} />}
      {isHelpOpen && <Shortcuts opened={isHelpOpen} onClose={overlays.closeHelp} places={places} />}
    </Suspense>
  );
}

/** The frame around every screen: sidebar, header, palette, shortcuts. */
export function Frame({ session, children }: { session: Session; children: ReactNode }) {
  const router = useRouter();
  const [sidebar, setSidebar] = useSidebarState();
  const [menuOpen, menu] = useDisclosure();
  const route = useCurrentRoute();
  const { title, slots, setContext, setAction } = useHeaderSlots(session, route);
  const overlays = useOverlays(session);
  const { openHelp, openGuide, openPalette } = overlays;
  const { close } = menu;
  useEffect(() => router.subscribe('onBeforeNavigate', close), [router, close]);
  return (
    <HeaderContext value={slots}>
      <div
        className={classes.frame}
        data-collapsed={(sidebar.collapsed && !menuOpen) || undefined}
        data-menu={menuOpen || undefined}
        data-guide={overlays.isGuideOpen || undefined}
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
          <Title>{title}</Title>
          <FavouriteButton
            session={session}
            route={route}
            favourites={sidebar.favourites}
            onChange={(favourites) => setSidebar({ favourites })}
          />
          <div ref={setContext} className={classes.context} />
          <div ref={setAction} className={classes.action} />
          <button type="button" className={classes.search} onClick={openPalette}>
            <IconSearch size={16} stroke={1.75} aria-hidden />
            <span>Search</span>
            <kbd>Ctrl K</kbd>
          </button>
          <ThemeButton />
          <Bell session={session} />
          <UserButton session={session} onShortcuts={openHelp} onGuide={openGuide} />
        </header>
        <Main>{children}</Main>
      </div>
      <OpenOverlays session={session} overlays={overlays} />
    </HeaderContext>
  );
}
