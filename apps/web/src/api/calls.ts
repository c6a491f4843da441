/** Makes the calls of the contract: the address, body and answer of each are typed by its definition. */
import { buildQuery } from '@signpost/contract/api/brackets.ts';
import {
  type AnyCall,
  type CallAnswer,
  type CallInput,
  type CallMeta,
  FILE,
  pathOf,
} from '@signpost/contract/calls/define-call.ts';
import { useQuery } from '@tanstack/react-query';
import { type ApiResult, type RequestOptions, request } from './client.ts';

type CallOptions = Pick<RequestOptions, 'token' | 'signal' | 'idempotencyKey'>;

/** The parts of an input that a call can have. */
interface LooseInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** The address of a call below `/api/`, with its query. */
export function addressOf<C extends AnyCall>(call: C, input: CallInput<C>): string {
  const { params, query }: LooseInput = input;
  const path = pathOf(call, params);
  const search = query === undefined ? '' : buildQuery({ ...Object(query) });
  return search === '' ? path : `${path}?${search}`;
}

/**
 * Makes the call and resolves with its data and `meta`.
 *
 * @throws {ApiError} as `request` does.
 */
export async function send<C extends AnyCall>(
  call: C,
  input: CallInput<C>,
  options: CallOptions = {},
): Promise<ApiResult<CallAnswer<C>, CallMeta<C>>> {
  const { body }: LooseInput = input;
  const result: ApiResult<unknown, unknown> = await request(addressOf(call, input), {
    ...options,
    method: call.method,
    streamFile: call.answer === FILE,
    ...(body !== undefined && { body }),
  });
  // The one place where an answer gets its type: the server checks it against the same schema in every test.
  return result as ApiResult<CallAnswer<C>, CallMeta<C>>;
}

/**
 * The cache key of a call; without input, the key that all its answers share. The answer of a call about one record is
 * read again with the records of its entity.
 */
export function callKey<C extends AnyCall>({ name, rows }: C, input?: CallInput<C>): readonly unknown[] {
  const shared = typeof rows === 'object' ? ['records', rows.of.name, name] : [name];
  return input === undefined ? shared : [...shared, input];
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
export function useCall<C extends AnyCall>(call: C, input: CallInput<C>, options: UseCallOptions<CallAnswer<C>> = {}) {
  return useQuery<CallResult<C>, Error, CallAnswer<C>>({ ...queryOf(call, input, options), select: dataOf });
}

/** Like {@link useCall}, with the envelope's `meta` beside the data. */
export function useCallWithMeta<C extends AnyCall>(
  call: C,
  input: CallInput<C>,
  options: UseCallOptions<CallAnswer<C>> = {},
) {
  return useQuery<CallResult<C>, Error>(queryOf(call, input, options));
}

function queryOf<C extends AnyCall>(
  call: C,
  input: CallInput<C>,
  { keepsPrevious, poll, ...options }: UseCallOptions<CallAnswer<C>>,
) {
  return {
    ...options,
    queryKey: callKey(call, input),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<CallResult<C>> => send(call, input, { signal }),
    ...(poll && {
      refetchInterval: ({ state: { data: last } }: { state: { data: CallResult<C> | undefined } }) =>
        last !== undefined && poll.isOn(last.data) ? poll.everyMs : false,
    }),
    ...(keepsPrevious && { placeholderData: (previous: CallResult<C> | undefined) => previous }),
  };
}

/** At module scope, so that an unchanged answer selects the same data and nothing renders again. */
function dataOf<T>({ data }: ApiResult<T, unknown>): T {
  return data;
}
