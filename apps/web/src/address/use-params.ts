import type { RouteName } from '@signpost/contract/routes/index.ts';
import type { PathParams } from '@signpost/contract/routes/paths.ts';
import { readId } from '@signpost/contract/routes/search.ts';
import { useRouterState } from '@tanstack/react-router';

/**
 * The id of a record, from a path or a loose value. It is `NaN` if the value is not an id, so that the server answers
 * as for a missing record.
 */
export const idOf = (parameter: unknown): number => readId(parameter) ?? Number.NaN;

type KeyOfEach<T> = T extends unknown ? keyof T : never;

/** The parameters of all paths. A screen reads those of its own routes. */
export type ScreenParams = { readonly [K in KeyOfEach<PathParams<RouteName>>]?: string };

function areParams(value: unknown): value is ScreenParams {
  return typeof value === 'object' && value !== null && Object.values(value).every((part) => typeof part === 'string');
}

/** The parameters of the current path. A screen can have several routes, so each parameter can be missing. */
export function useScreenParams(): ScreenParams {
  const params: unknown = useRouterState({ select: ({ matches }) => matches.at(-1)?.params });
  if (areParams(params)) return params;
  return {};
}
