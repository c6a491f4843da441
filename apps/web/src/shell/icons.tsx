import { lazy, Suspense } from 'react';

interface IconProps {
  name: string;
  size?: number | undefined;
}

/** Keeps an icon's place. */
const Place = ({ size = 18 }: IconProps) => <svg width={size} height={size} aria-hidden />;

/** A screen without icons works; an icon set that does not come must not take it down. The set is tried again by the next load of the app. */
const IconOf = lazy(() => import('./icon-set.tsx').catch(() => ({ default: Place })));

/** A route's icon by the name the route table gives it; its place is kept until the set has come, and where it does not. */
export function RouteIcon({ name, size = 18 }: IconProps) {
  return (
    <Suspense fallback={<Place name={name} size={size} />}>
      <IconOf name={name} size={size} />
    </Suspense>
  );
}
