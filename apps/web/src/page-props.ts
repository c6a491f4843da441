import type { RouteExtraProps } from '@signpost/contract/routes/shape.ts';

/** Props of a page: the fixed extra properties of its route. Parameters come from `useScreenParams()`. */
export type PageProps = RouteExtraProps;
