/** Makes the calls of the contract: the address, body and answer of each are typed by its definition. */

import { type CallHead, FILE, type HeadOf, pathOf } from '@signpost/contract/calls/call-head.ts';
import type { AnyCall, CallAnswer, CallInput, CallMeta } from '@signpost/contract/calls/define-call.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { type QueryClient, type QueryKey, useQuery } from '@tanstack/react-query';
import { defined } from '../ui/defined.ts';
import { type ApiResult, type RequestOptions, request } from './client.ts';
import { underOneKey } from './once-key.ts';

type CallOptions = Pick<RequestOptions, 'token' | 'signal' | 'idempotencyKey'>;

/** The parts of an input that a call can have. */
interface LooseInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** The address of a call below `/api/`, with its query. */
export function addressOf<C extends AnyCall>(call: C | HeadOf<C>, input: CallInput<C>): string {
  const { params, query }: LooseInput = input;
  const path = pathOf(call, params);
  const search = query === undefined ? '' : buildQuery({ ...Object(query) });
  if (search === '') return path;
  return `${path}?${search}`;
}

/**
 * Makes the call and resolves with its data and `meta`. A call that is done once under a key gets a key that is kept
 * until an answer has arrived, unless the caller gives one.
 *
 * @throws {ApiError} as `request` does.
 */
export async function send<C extends AnyCall>(
  call: C | HeadOf<C>,
  input: CallInput<C>,
  options: CallOptions = {},
): Promise<ApiResult<CallAnswer<C>, CallMeta<C>>> {
  const { body }: LooseInput = input;
  const address = addressOf(call, input);
  const ask = (key: Pick<CallOptions, 'idempotencyKey'> = {}): Promise<ApiResult<unknown, unknown>> =>
    request(address, {
      ...options,
      ...key,
      method: call.method,
      streamFile: 'answer' in call && call.answer === FILE,
      ...defined({ body }),
    });
  const takesKey = 'repeat' in call && call.repeat === 'key' && options.idempotencyKey === undefined;
  const result = takesKey
    ? await underOneKey(`${address} ${JSON.stringify(body)}`, (idempotencyKey) => ask({ idempotencyKey }))
    : await ask();
  // The one place where an answer gets its type: the server checks it against the same schema in every test.
  return result as ApiResult<CallAnswer<C>, CallMeta<C>>;
}

/** The first part of the cache keys of all calls that read records of an entity. */
export function recordsKey({ name }: Pick<EntityDefinition, 'name'>): QueryKey {
  return ['records', name];
}

/** The cache key of a call; without input, the key that all its answers share. */
export function callKey<C extends AnyCall>(call: C | HeadOf<C>, input?: CallInput<C>): QueryKey {
  const { name, group }: CallHead = call;
  const all = group === undefined ? [name] : [...recordsKey({ name: group }), name];
  if (input === undefined) return all;
  return [...all, input];
}

type CallResult<C extends AnyCall> = ApiResult<CallAnswer<C>, CallMeta<C>>;

interface UseCallOptions<Data = never> {
  enabled?: boolean;
  /** Shows the answer to the previous input until the new one arrives. */
  keepsPrevious?: boolean;
  /** Milliseconds for which an answer counts as fresh. */
  staleTime?: number;
  /** Milliseconds for which an unused answer stays in the cache. */
  gcTime?: number;
  refetchInterval?: number;
  /** Reads again at this interval as long as the data asks for it. */
  poll?: { everyMs: number; isOn: (data: Data) => boolean };
  /** False if a retry would not help. */
  retry?: false;
}

/** Reads a call's data into the screen. */
export function useCall<C extends AnyCall>(
  call: C | HeadOf<C>,
  input: CallInput<C>,
  options: UseCallOptions<CallAnswer<C>> = {},
) {
  return useQuery<CallResult<C>, Error, CallAnswer<C>>({ ...callQuery(call, input, options), select: dataOf });
}

/** Like {@link useCall}, with the envelope's `meta` beside the data. */
export function useCallWithMeta<C extends AnyCall>(
  call: C | HeadOf<C>,
  input: CallInput<C>,
  options: UseCallOptions<CallAnswer<C>> = {},
) {
  return useQuery<CallResult<C>, Error>(callQuery(call, input, options));
}

/** The query options of a call, to fetch it ahead or together with others. Its answer is kept with its `meta`. */
export function callQuery<C extends AnyCall>(
  call: C | HeadOf<C>,
  input: CallInput<C>,
  { keepsPrevious, poll, ...options }: UseCallOptions<CallAnswer<C>> = {},
) {
  return {
    ...options,
    queryKey: callKey(call, input),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<CallResult<C>> => send(call, input, { signal }),
    ...(poll && {
      refetchInterval: ({ state: { data: last } }: { state: { data: CallResult<C> | undefined } }) => {
        if (last !== undefined && poll.isOn(last.data)) return poll.everyMs;
        return false;
      },
    }),
    ...(keepsPrevious && { placeholderData: (previous: CallResult<C> | undefined) => previous }),
  };
}

/** At module scope, so that an unchanged answer selects the same data and nothing renders again. */
export function dataOf<T>({ data }: ApiResult<T, unknown>): T {
  return data;
}

/** Stores other data as a call's answer, so that the screen shows it before the server has confirmed it. */
export function keepAnswer<C extends AnyCall>(
  client: QueryClient,
  call: C | HeadOf<C>,
  input: CallInput<C>,
  data: CallAnswer<C>,
): void {
  const success = { status: 'SUCCESS', message: TEXT.success, meta: {}, requestId: null } as const;
  client.setQueryData<ApiResult<CallAnswer<C>, unknown>>(callKey(call, input), (kept) => ({
    ...success,
    ...kept,
    data,
  }));
}
