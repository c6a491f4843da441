import type { RouteExtraProps } from '@signpost/contract/routes/shape.ts';

/** Props of a page: the fixed extra properties of its route. Parameters come from `useScreenParams()`. */
export type PageProps = RouteExtraProps;

/** The screens whose code is part of the first load (`pages.ts`). */
export type FirstScreenName = 'home' | 'login' | 'logout';
