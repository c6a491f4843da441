import { homeScreenFor, landingFor, mayOpen } from '@signpost/contract/access/access.ts';
import { buildQuery, parseQuery } from '@signpost/contract/reading/brackets.ts';
import { ALL_ROUTES, ROUTES, type Route, type RouteName } from '@signpost/contract/routes/index.ts';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { getSession, type Session, useSession, viewerOf } from './api/session.ts';
import { InlineCreate } from './inline-create.tsx';
import { OpenPage, pages, preload } from './pages.ts';
import NotFound from './screens/workplace/not-found/not-found.tsx';
import { routeAt } from './shell/current-route.ts';
import { ErrorScreen } from './shell/error-screen.tsx';
import { Forbidden } from './shell/forbidden.tsx';
import { followLinks } from './shell/link-clicks.ts';
import { Root } from './shell/root.tsx';
import { ScreenSkeleton } from './shell/screen-skeleton.tsx';
import { closeSnackbarsOnNavigation } from './ui/feedback/snackbar.tsx';
import { PageHeader } from './ui/layout/page-header.tsx';

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: ErrorScreen });

/** Redirects people who are not signed in to the sign-in, which returns them afterwards. */
function ToSignIn() {
  const { history } = useRouter();
  useEffect(() => {
    const { href } = history.location;
    const query = buildQuery(href === '/' || href.startsWith('/logout') ? {} : { from: href });
    history.replace(query === '' ? '/login' : `/login?${query}`);
  }, [history]);
  return null;
}

/** Redirects people who cannot open Home to their first open screen. */
function ToLanding({ path }: { path: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(path), [history, path]);
  return null;
}

/** The screen of a route for the signed-in person, because Home differs by grade. */
function screenOf(route: Route, session: Session | null): RouteName {
  if (route.name === 'home' && session !== null) return homeScreenFor(viewerOf(session));
  return route.name;
}

/** Shows a route of the route table; access is checked again whenever the session changes. */
function Screen({ route }: { route: Route }) {
  const session = useSession();
  if (session === null && route.name !== ROUTES.login.name) return <ToSignIn />;
  if (session !== null) {
    const viewer = viewerOf(session);
    const isOpen = mayOpen(viewer, route);
    if (!isOpen && route.name === ROUTES.home.name) return <ToLanding path={landingFor(viewer).path} />;
    if (!isOpen) return <Forbidden title={route.title} start={landingFor(viewer)} />;
  }
  const replaced = screenOf(route, session);
  const page = pages[replaced];
  if (page === undefined) return <NotFound />;
  return (
    <>
      <PageHeader title={ROUTES[replaced].title} />
      <Suspense fallback={<ScreenSkeleton isForm={route.parent !== undefined} />}>
        <InlineCreate>
          <OpenPage key={`${route.name} ${session?.user.id}`} page={page} {...route.extraProps} />
        </InlineCreate>
      </Suspense>
    </>
  );
}

/** Loads the code of the screen that a route will show, and waits a limited time. Undefined if nothing has to load. */
function fetchAhead(route: Route): Promise<void> | undefined {
  const session = getSession();
  if (session === null && route.name !== ROUTES.login.name) return undefined;
  const name = screenOf(route, session);
  if (pages[name] === undefined || pages[name].ready !== undefined) return undefined;
  return Promise.race([preload(name), new Promise<void>((resolve) => setTimeout(resolve, LONGEST_MS))]);
}

/** The maximum wait before the frame is shown without the screen. */
const LONGEST_MS = 500;

/** True once the first screen has been shown. */
let hasStarted = false;

const children = ALL_ROUTES.map((route) =>
  createRoute({
    getParentRoute: () => root,
    path: route.path,
    beforeLoad: (): Promise<void> | undefined => {
      const { redirectTo } = route;
      if (redirectTo !== undefined) throw redirect({ to: redirectTo.path, search: redirectTo.search, replace: true });
      if (route.name === 'login' && getSession() !== null) throw redirect({ to: '/', replace: true });
      const loading = fetchAhead(route);
      // The first navigation does not wait, because the frame is built meanwhile. Later navigations keep the old screen
      // until the code of the new one is loaded, because React shows a fallback for at least 300 ms.
      if (hasStarted) return loading;
      return undefined;
    },
    component: () => <Screen route={route} />,
  }),
);

/** The whole app: hash history, search in nested brackets. Links are plain `#/path` anchors (`hashHref`). */
export const router = createRouter({
  routeTree: root.addChildren(children),
  history: createHashHistory(),
  parseSearch: (search) => parseQuery(search),
  stringifySearch: (search) => {
    const query = buildQuery(search);
    if (query === '') return '';
    return `?${query}`;
  },
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

/**
 * Resolves when the first screen can be rendered completely, or has taken too long. The router only starts when it is
 * rendered; until then it does not follow the address.
 */
export async function firstScreen(): Promise<void> {
  const route = routeAt(router.getMatchedRoutes(router.latestLocation.pathname)[2]?.fullPath ?? '');
  if (route !== undefined) await fetchAhead(route);
}

followLinks((href) => void router.navigate({ href }));

router.subscribe('onResolved', () => {
  hasStarted = true;
});

router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged) closeSnackbarsOnNavigation();
});
