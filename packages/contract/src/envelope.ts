/** The headers of every call and the envelope of every answer. */
/** A fixed extra header of every call. A page of another site cannot send it without a preflight. */
export const TICKET_HEADER = 'x-signpost-ticket';
export const TICKET_VALUE = 'signpost-web-1';
/** The header with the id of a call in the log. */
export const REQUEST_ID_HEADER = 'x-request-id';
/** The header with which a POST can be repeated without repeating its effect (docs/decisions/0031). */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** The header of an answer that repeats an earlier one. */
export const IDEMPOTENCY_REPLAYED_HEADER = 'idempotency-replayed';
export const API_BASE = '/api/';

/** The possible values of an answer's `status`. */
export const STATUSES = [
  'SUCCESS',
  'FAIL',
  'UNAUTHORIZED',
  'ITEM_NOT_FOUND',
  'SERVER_ERROR',
  'FORBIDDEN',
  'METHOD_NOT_ALLOWED',
  'NETWORK_ERROR',
] as const;
export type Status = (typeof STATUSES)[number];

/** An error at a field: `path` is a field path such as `deals.0.weight`, or empty for the whole input. */
export interface FieldError {
  path: string;
  message: string;
}

export interface Meta {
  requestId?: string;
  /** The number of matching rows over all pages. */
  total?: number;
  [key: string]: unknown;
}

export interface Envelope<T> {
  data: T;
  status: Status;
  message: string;
  errorCode?: string;
  errors?: FieldError[];
  meta: Meta;
}
