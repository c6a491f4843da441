import type { FieldError, Status } from '@signpost/contract/envelope.ts';

const CONFLICT = 409;

/** The sentence with which the server describes the present state; empty if the answer is not one of our server. */
const ownSentence = (raw: unknown): string => {
  const { message }: { message?: unknown } = Object(raw);
  if (typeof message === 'string') return message;
  return '';
};

/** The problem with an input that a call refused: the message of its first field, otherwise that of the call. */
export function firstProblem(error: Error | null): string | undefined {
  if (error instanceof ApiError) return error.errors[0]?.message ?? error.message;
  return error?.message;
}

/** A failed call: status and message of the error catalogue, and the server's answer. */
export class ApiError extends Error {
  readonly httpStatus: number;
  readonly status: Status;
  /** The server's error code, if it gave one. */
  readonly errorCode: string | null;
  /** The errors and their fields. */
  readonly errors: readonly FieldError[];
  /** The raw answer. */
  readonly raw: unknown;
  /** The id that finds the call in the server's log. */
  readonly requestId: string | null;

  constructor(outcome: {
    httpStatus: number;
    status: Status;
    message: string;
    errorCode?: string | null;
    errors?: readonly FieldError[];
    raw?: unknown;
    requestId?: string | null;
  }) {
    super(outcome.message);
    this.name = 'ApiError';
    this.httpStatus = outcome.httpStatus;
    this.status = outcome.status;
    this.errorCode = outcome.errorCode ?? null;
    this.errors = outcome.errors ?? [];
    this.raw = outcome.raw ?? null;
    this.requestId = outcome.requestId ?? null;
  }

  /** The text to show: the server's details, else its own sentence about a conflict, else the message. */
  get reason(): string {
    const details = [...new Set(this.errors.map(({ message }) => message))].join(' ');
    return details || (this.httpStatus === CONFLICT && ownSentence(this.raw)) || this.message;
  }
}
