/**
 * The part of a call that is needed to make it. Calls that the first screen makes declare their heads in
 * `first-screen.ts`, so that it loads neither their schemas nor zod.
 */

export type CallMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The answer is a file instead of the envelope. */
export const FILE = 'file';
/** The body is a form with files (`multipart/form-data`), which the handler reads part by part. */
export const MULTIPART = 'multipart';

export interface CallHead {
  /** Unique among all calls: the operation id of OpenAPI and a part of the browser's cache key. */
  name: string;
  method: CallMethod;
  /** The address below `/api/`, with parameters as `:name`. */
  path: string;
  /** The entity whose records the call reads; the calls of one entity are read again together. */
  group?: string;
}

/** The head of a call with its type. `of` does not exist at run time; it only carries the type. */
export type HeadOf<C> = CallHead & { readonly of?: C };

/** `host-health/:id` with `{ id: 3 }` → `host-health/3`; every value is encoded. */
export function pathOf(call: Pick<CallHead, 'path'>, params: unknown): string {
  const values: Record<string, unknown> = { ...Object(params) };
  return call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
}
