/** The error catalogue: the specified codes and texts, and our own codes. */

import type { ErrorData } from './calls/error-data.ts';
import type { FieldError, Status } from './envelope.ts';

const FAILED = 'Process failed';

/**
 * Code → HTTP status, status string and message. The first five and NETWORK_ERROR are the specification's; the
 * messages of FORBIDDEN and METHOD_NOT_ALLOWED are ours. The rest are our codes: status FAIL, message 'Process failed'.
 * NETWORK_ERROR never leaves a server, so its HTTP status is 0.
 */
export const ERRORS = {
  UNAUTHORIZED: {
    httpStatus: 401,
    status: 'UNAUTHORIZED',
    message: 'Unauthorized Request. Please re-login. You can sign out using the button in the upper right corner.',
  },
  ITEM_NOT_FOUND: { httpStatus: 404, status: 'ITEM_NOT_FOUND', message: 'Item not found' },
  FORBIDDEN: {
    httpStatus: 403,
    status: 'FORBIDDEN',
    message: 'You do not have permission to do this. Ask an admin if you need it.',
  },
  METHOD_NOT_ALLOWED: {
    httpStatus: 405,
    status: 'METHOD_NOT_ALLOWED',
    message: 'This address does not support this request method.',
  },
  SERVER_ERROR: { httpStatus: 500, status: 'SERVER_ERROR', message: 'Server Error.' },
  NETWORK_ERROR: { httpStatus: 0, status: 'NETWORK_ERROR', message: 'Network error. Please try again.' },
  VALIDATION: { httpStatus: 400, status: 'FAIL', message: FAILED },
  CONFLICT: { httpStatus: 409, status: 'FAIL', message: FAILED },
  IN_USE: { httpStatus: 409, status: 'FAIL', message: FAILED },
  TOO_LARGE: { httpStatus: 413, status: 'FAIL', message: FAILED },
  UNSUPPORTED_MEDIA: { httpStatus: 415, status: 'FAIL', message: FAILED },
  IDEMPOTENCY: { httpStatus: 422, status: 'FAIL', message: FAILED },
  RATE_LIMITED: { httpStatus: 429, status: 'FAIL', message: FAILED },
  UNAVAILABLE: { httpStatus: 503, status: 'FAIL', message: FAILED },
  TIMED_OUT: { httpStatus: 504, status: 'FAIL', message: FAILED },
} as const satisfies Record<string, { httpStatus: number; status: Status; message: string }>;

/** The sentence of TIMED_OUT for figures. The machine may be busy, so that the same question can be answered later. */
export const FIGURES_TOOK_TOO_LONG =
  'The figures took too long to add up. Try again in a moment; a shorter range takes less time.';

/** The sentence of UNAVAILABLE where PostgreSQL cannot be reached, or has gone silent. */
export const DATABASE_AWAY = 'The database does not answer at the moment. Try again shortly.';

/** The sentence of TIMED_OUT where PostgreSQL needed more time than a call has. */
export const DATABASE_TOOK_TOO_LONG = 'The database took too long to answer. Try again in a moment.';

/** A code of the catalogue, as answers carry it in `errorCode`. */
export type ErrorCode = keyof typeof ERRORS;

/** The details of an error. All of them are sent to the client. */
export type ErrorDetail<C extends ErrorCode = ErrorCode> = Readonly<{
  /** Replaces the catalogue's message. */
  message?: string;
  errors?: readonly FieldError[];
  data?: ErrorData<C>;
  cause?: unknown;
}>;

/** An error that is shown to the person. It can be thrown anywhere and is sent as the envelope. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly httpStatus: number;
  readonly status: Status;
  readonly errors: readonly FieldError[];
  readonly data: ErrorData<C> | null;

  constructor(code: C, detail: ErrorDetail<C> = {}) {
    const entry = ERRORS[code];
    super(detail.message ?? entry.message, detail.cause === undefined ? {} : { cause: detail.cause });
    this.name = 'AppError';
    this.code = code;
    this.httpStatus = entry.httpStatus;
    this.status = entry.status;
    this.errors = detail.errors ?? [];
    this.data = detail.data ?? null;
  }
}

/**
 * The refusal of an input: `path` is the field whose input is wrong, '' where it is not a single field, and `message`
 * says how to mend it. Throw it.
 */
export const invalid = (path: string, message: string, cause?: unknown): AppError<'VALIDATION'> =>
  new AppError('VALIDATION', { errors: [{ path, message }], cause });

/**
 * Status string and message for an HTTP status, as in the catalogue; any other
 * status, 400 among them, is 'Process failed'. Status 0 is a network failure.
 */
export function outcomeOf(httpStatus: number): { status: Status; message: string } {
  for (const { httpStatus: own, status, message } of Object.values(ERRORS)) {
    if (own === httpStatus) return { status, message };
  }
  return { status: 'FAIL', message: FAILED };
}

/** The code for an HTTP status of an answer without a code. */
export function codeOf(httpStatus: number): ErrorCode {
  const found = Object.entries(ERRORS).find(([, entry]) => entry.httpStatus === httpStatus)?.[0];
  if (found !== undefined && isErrorCode(found)) return found;
  if (httpStatus >= 500) return 'SERVER_ERROR';
  return 'VALIDATION';
}

/** Whether a value is a code of the catalogue. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}
