import {
  API_BASE,
  type FieldError,
  IDEMPOTENCY_HEADER,
  type Meta,
  REQUEST_ID_HEADER,
  type Status,
  TICKET_HEADER,
  TICKET_VALUE,
} from '@signpost/contract/envelope.ts';
import { outcomeOf } from '@signpost/contract/errors.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { noteStatus } from './connection.ts';
import { ApiError } from './error.ts';
import { extractErrorMessage } from './error-message.ts';
import { rememberWrite } from './last-write.ts';
import { endSession, getSession } from './session.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RequestOptions {
  method?: Method;
  /** Used instead of the stored token. */
  token?: string;
  /** An object is sent as JSON, FormData as multipart. */
  body?: unknown;
  /** The answer is a file: `data` is a Blob. */
  streamFile?: boolean;
  /** For calls made together: a failure is returned as a value, so that it does not discard the others. */
  promiseAll?: boolean;
  signal?: AbortSignal | undefined;
  /** Makes a repeated POST take effect once. */
  idempotencyKey?: string;
}

/** The result of a call that succeeded. */
export interface ApiResult<T, M = Meta> {
  data: T;
  status: Status;
  message: string;
  meta: M;
  /** Identifies a change, for its undo; null for an answer that did not come from the server itself. */
  requestId: string | null;
}

const UNAUTHORIZED = 401;
const BAD_REQUEST = 400;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';
}

function headersOf({ token, body, streamFile, idempotencyKey }: RequestOptions): Headers {
  const headers = new Headers({ accept: streamFile ? 'application/octet-stream' : 'application/json' });
  headers.set(TICKET_HEADER, TICKET_VALUE);
  const bearer = token ?? getSession()?.token;
  if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
  // The browser sets the content type of a multipart body, with its boundary.
  if (!(body instanceof FormData)) headers.set('content-type', 'application/json');
  if (idempotencyKey !== undefined) headers.set(IDEMPOTENCY_HEADER, idempotencyKey);
  return headers;
}

function contentOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  if (body instanceof FormData) return body;
  return JSON.stringify(body);
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const { body, signal, method = 'GET' } = options;
  try {
    return await fetch(`${API_BASE}${path}`, {
      method,
      headers: headersOf(options),
      signal: signal ?? null,
      body: contentOf(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    noteStatus(0);
    throw new ApiError({ httpStatus: 0, ...outcomeOf(0), errorCode: 'NETWORK_ERROR', raw: error });
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    // Not our envelope (for example a proxy's error page): kept as text.
    return text;
  }
}

function failure(response: Response, body: unknown, returned: boolean): ApiError {
  const outcome = outcomeOf(response.status);
  const answer = isRecord(body) ? body : {};
  const meta = isRecord(answer.meta) ? answer.meta : {};
  const requestId = typeof meta.requestId === 'string' ? meta.requestId : response.headers.get(REQUEST_ID_HEADER);
  const ownMessage = typeof answer.message === 'string' && answer.message !== '' ? answer.message : null;
  // The catalogue's message if there is one. A bad request that is returned as a value keeps its own.
  const own = response.status === 403 || response.status === 405 || (returned && response.status === BAD_REQUEST);
  return new ApiError({
    httpStatus: response.status,
    status: outcome.status,
    message: own
      ? (ownMessage ?? extractErrorMessage({ data: body, statusText: response.statusText }))
      : outcome.message,
    errorCode: typeof answer.errorCode === 'string' ? answer.errorCode : null,
    errors: Array.isArray(answer.errors) ? answer.errors.filter(isFieldError) : [],
    raw: body,
    requestId,
  });
}

async function attempt<T>(path: string, options: RequestOptions): Promise<ApiResult<T>> {
  const response = await send(path, options);
  if (response.status !== 200 && response.status !== 201) {
    noteStatus(response.status);
    const error = failure(response, await bodyOf(response), options.promiseAll ?? false);
    // Only the stored session can have ended; a token from the caller is the caller's concern.
    if (response.status === UNAUTHORIZED && options.token === undefined) endSession();
    throw error;
  }
  const requestId = response.headers.get(REQUEST_ID_HEADER);
  if ((options.method ?? 'GET') !== 'GET') rememberWrite(requestId);
  if (options.streamFile) {
    return { data: (await response.blob()) as T, ...outcomeSuccess(), meta: {}, requestId };
  }
  const body = await bodyOf(response);
  if (!isRecord(body) || !('data' in body)) {
    throw new ApiError({ httpStatus: response.status, ...outcomeOf(500), raw: body });
  }
  const { message } = outcomeSuccess();
  return {
    data: body.data as T,
    status: 'SUCCESS',
    message: typeof body.message === 'string' ? body.message : message,
    meta: isRecord(body.meta) ? body.meta : {},
    requestId,
  };
}

function outcomeSuccess(): { status: Status; message: string } {
  return { status: 'SUCCESS', message: TEXT.success };
}

/**
 * Every call to the server goes through here: `request('partners/3', { method: 'PATCH', body })`. Resolves on 200 and
 * 201. A 401 ends the session in the browser; the router then shows the sign-in and returns afterwards.
 *
 * @throws {ApiError} with the catalogue's message. With `promiseAll` the error is returned instead.
 */
export async function request<T>(
  path: string,
  options: RequestOptions & { promiseAll: true },
): Promise<ApiResult<T> | ApiError>;
export async function request<T>(path: string, options?: RequestOptions): Promise<ApiResult<T>>;
export async function request<T>(path: string, options: RequestOptions = {}): Promise<ApiResult<T> | ApiError> {
  if (!options.promiseAll) return attempt<T>(path, options);
  try {
    return await attempt<T>(path, options);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
