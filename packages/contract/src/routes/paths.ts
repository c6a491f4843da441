/** Links are functions: `path.partnersEdit({ id })`, typed from the route table. */
import { ROUTE_NAMES, ROUTES, type RouteName, type RoutePath } from './index.ts';

type ParamNames<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? ParamNames<Head> | ParamNames<Tail>
  : P extends `$${infer Name}`
    ? Name
    : never;

/** The parameters of a route's path; `{ id }` of `/partners/edit/$id`. */
export type PathParams<N extends RouteName> = { readonly [K in ParamNames<RoutePath<N>>]: string | number };

type PathBuilder<N extends RouteName> = [ParamNames<RoutePath<N>>] extends [never]
  ? () => string
  : (params: PathParams<N>) => string;

/**
 * Fills the parameters of a path and encodes each. An empty or missing one is refused, because the link would lead to
 * another screen. @throws {RangeError} naming the parameter.
 */
export function fillPath(template: string, params: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/\$([A-Za-z]+)/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (value === '') throw new RangeError(`Path ${template} needs a value for ${name}.`);
    return encodeURIComponent(value);
  });
}

/** A function for every route, giving its path without the hash. */
export const path = Object.fromEntries(
  ROUTE_NAMES.map((name) => [
    name,
    (params?: Readonly<Record<string, string | number>>) => fillPath(ROUTES[name].path, params),
  ]),
) as unknown as { readonly [N in RouteName]: PathBuilder<N> };

/** The `href` of a path. The app uses hash routes. */
export function hashHref(pathname: string): string {
  return `#${pathname}`;
}
