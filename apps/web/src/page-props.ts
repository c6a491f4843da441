import type { RouteExtraProps } from '@signpost/contract/routes/shape.ts';

/** Props of a page: the fixed extra properties of its route. Parameters come from `useParams({ strict: false })`. */
export type PageProps = RouteExtraProps;
