import { lazy, Suspense } from 'react';

const IconOf = lazy(() => import('./icon-set.tsx'));

/** A route's icon by the name the route table gives it; its place is kept until the set has come. */
export function RouteIcon({ name, size = 18 }: { name: string; size?: number }) {
  return (
    <Suspense fallback={<svg width={size} height={size} aria-hidden />}>
      <IconOf name={name} size={size} />
    </Suspense>
  );
}
