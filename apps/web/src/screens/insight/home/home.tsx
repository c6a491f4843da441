import { mayOpen, visibleMenu, visibleTabs } from '@signpost/contract/access/access.ts';
import { HOME_TILES, type HomeTile } from '@signpost/contract/insight/stats/pins.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { lazy, Suspense } from 'react';
import { useCall } from '../../../api/calls.ts';
import { firstCalls } from '../../../api/first-screen.ts';
import { type Session, useSession, viewerOf } from '../../../api/session.ts';
import { goPlaces } from '../../../shell/go-keys.ts';
import { RouteIcon } from '../../../shell/icons.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import classes from './home.module.css';
import { ThingsToTry } from './things-to-try.tsx';
import { TilesButton, useHomeTiles } from './tiles.tsx';
import { Today } from './today.tsx';

/** Loaded after the rest, because it is not what people come for first. */
const LeakageTile = lazy(() => import('./leakage-tile.tsx'));
const Board = lazy(() => import('./board.tsx'));
const PublisherHome = lazy(() => import('./publisher-home.tsx'));

/** Home: first steps, the figures of the day, and the screens this person can open. */
export default function Home() {
  const session = useSession();
  if (session === null) return null;
  return <HomeOf session={session} />;
}

/** The pinned tiles; nothing for people who pinned none. */
function Pins() {
  const { data } = useCall(firstCalls.listPins, {});
  if (data === undefined || data.pins.length + data.closed === 0) return null;
  return (
    <Suspense fallback={null}>
      <Board answer={data} />
    </Suspense>
  );
}

function HomeOf({ session }: { session: Session }) {
  const viewer = viewerOf(session);
  const keys = new Map(goPlaces(viewer).map((place) => [place.path, place.key]));
  const groups = visibleMenu(viewer);
  const hasStats = visibleTabs(viewer).length > 0;
  // Beside figures, a second copy of the menu would only be long.
  const tiles = useHomeTiles(session.user.id, hasStats ? ['screens'] : []);
  const isOffered = (tile: HomeTile) => {
    if (tile === 'leakage') return mayOpen(viewer, ROUTES.leakage);
    if (tile === 'attention') return true;
    if (tile === 'screens') return groups.length > 0;
    return hasStats;
  };
  const isShown = (tile: HomeTile) => isOffered(tile) && tiles.isShown(tile);
  return (
    <div className={classes.home}>
      <div className={classes.top}>
        <p className={classes.greeting}>Welcome, {session.user.name.split(' ')[0]}</p>
        <TilesButton tiles={tiles} offered={HOME_TILES.filter(isOffered)} />
      </div>
      <FirstSteps viewer={viewer} />
      <ThingsToTry session={session} />
      {groups.length === 0 && (
        <EmptyState title="You do not have access to any screen yet">
          Your grade is {viewer.grade}. An admin can change your grade or give you single screens under Users.
        </EmptyState>
      )}
      {viewer.grade === 'Publisher' && (
        <Suspense fallback={null}>
          <PublisherHome />
        </Suspense>
      )}
      {(['figures', 'profit', 'movers'] as const).some(isShown) && (
        <div className={classes.day}>
          <Today isShown={isShown} />
        </div>
      )}
      {isShown('pins') && <Pins />}
      {isShown('attention') && <Attention />}
      {isShown('leakage') && (
        <Suspense fallback={null}>
          <LeakageTile />
        </Suspense>
      )}
      <div className={classes.groups}>
        {(isShown('screens') ? groups : []).map(({ group, items }) => (
          <section key={group} className={classes.group}>
            <h2>{group}</h2>
            <ul>
              {items.map((item) => (
                <li key={item.path}>
                  <a href={hashHref(item.path)}>
                    <RouteIcon name={item.icon} />
                    <span>{item.title}</span>
                    {keys.has(item.path) && <kbd>g {keys.get(item.path)}</kbd>}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
