import { lazy, Suspense } from 'react';

interface IconProps {
  name: string;
  size?: number | undefined;
}

/** Keeps an icon's place. */
const Place = ({ size = 18 }: IconProps) => <svg width={size} height={size} aria-hidden />;

/**
 * Screens work without icons, so a failure to load the icon set must not break them. The next page load tries again.
 */
const IconOf = lazy(() => import('./icon-set.tsx').catch(() => ({ default: Place })));

/** The icon of a route. Its space is reserved until the set is loaded, and if it is not. */
export function RouteIcon({ name, size = 18 }: IconProps) {
  return (
    <Suspense fallback={<Place name={name} size={size} />}>
      <IconOf name={name} size={size} />
    </Suspense>
  );
}
