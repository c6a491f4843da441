/** Every error leaves as the envelope. Unexpected errors are logged, and the answer carries only their id. */
import { type Envelope, REQUEST_ID_HEADER } from '@signpost/contract/envelope.ts';
import {
  AppError,
  codeOf,
  DATABASE_AWAY,
  DATABASE_TOOK_TOO_LONG,
  ERRORS,
  type ErrorCode,
  FIGURES_TOOK_TOO_LONG,
} from '@signpost/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { EngineError } from '../platform/clickhouse-error.ts';
import { isSenderGone } from '../platform/request-body.ts';
import { StartError } from '../platform/start-error.ts';
import { frameworkMessage, issueErrors, unstorableField } from './refusals.ts';

function failure(request: FastifyRequest, code: ErrorCode, detail: Partial<Envelope<unknown>> = {}): Envelope<unknown> {
  const { status, message } = ERRORS[code];
  return { data: null, status, message, errorCode: code, errors: [], ...detail, meta: { requestId: request.id } };
}

const sqlState = (error: unknown): string => {
  if (error instanceof Error && 'code' in error) return String(error.code);
  return '';
};

/** The driver gives no code for a lost connection, nor for the statements that were queued on it. */
const LOST = /^(Connection terminated|Client has encountered a connection error)/;

const isUnreachable = (error: Error): boolean =>
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|57P0[123]|08\d{3}|53300)$/.test(sqlState(error)) ||
  LOST.test(error.message);

/** A statement that PostgreSQL ended when its time was up. */
const isTooLong = (error: Error): boolean => sqlState(error) === '57014';

/** PostgreSQL cannot store NUL or half of a surrogate pair: SQLSTATE 22021, 22P05, and 22P02 inside JSON. */
function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return /^22(021|P05)$/.test(String(error.code)) || (error.code === '22P02' && error.message.includes('type json'));
}

/** A value of the request that no column can hold: not a number, out of range, or a day that does not exist. */
function isUnreadableValue(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^22(P02|003|007|008)$/.test(String(error.code));
}

/** The envelope and HTTP status of an error. An unknown error becomes a SERVER_ERROR without details. */
export function toAnswer(
  error: FastifyError | Error,
  request: FastifyRequest,
): { http: number; body: Envelope<unknown> } {
  if (error instanceof AppError)
    return {
      http: error.httpStatus,
      body: failure(request, error.code, { message: error.message, errors: [...error.errors], data: error.data }),
    };
  if (hasZodFastifySchemaValidationErrors(error)) {
    return { http: 400, body: failure(request, 'VALIDATION', { errors: error.validation.flatMap(issueErrors) }) };
  }
  if (error instanceof EngineError && error.kind === 'cancelled') {
    // The client has closed the connection, so nobody reads this answer.
    request.log.debug('a question was cancelled');
    return { http: 503, body: failure(request, 'UNAVAILABLE') };
  }
  if (error instanceof EngineError && error.kind === 'tooLong') {
    request.log.warn({ err: error }, 'the statistics engine took too long');
    const errors = [{ path: '', message: FIGURES_TOOK_TOO_LONG }];
    return { http: 504, body: failure(request, 'TIMED_OUT', { errors }) };
  }
  if (error instanceof EngineError) {
    request.log.warn({ err: error }, 'the statistics engine did not answer');
    return { http: 503, body: failure(request, 'UNAVAILABLE') };
  }
  if (error instanceof StartError) {
    // This machine has the wrong key or the wrong place for files. Only the operator can correct that, so the reason is in
    // the log and on the status screen.
    request.log.error({ err: error }, 'this installation cannot do what was asked');
    return { http: 503, body: failure(request, 'UNAVAILABLE') };
  }
  if (isSenderGone(error)) {
    request.log.debug('a request was broken off by its sender');
    return { http: 400, body: failure(request, 'VALIDATION') };
  }
  if (isUnreachable(error)) {
    request.log.error({ err: error }, 'a database cannot be reached');
    return { http: 503, body: failure(request, 'UNAVAILABLE', { errors: [{ path: '', message: DATABASE_AWAY }] }) };
  }
  if (isTooLong(error)) {
    request.log.error({ err: error }, 'a statement took too long');
    const errors = [{ path: '', message: DATABASE_TOOK_TOO_LONG }];
    return { http: 504, body: failure(request, 'TIMED_OUT', { errors }) };
  }
  if (isUnstorableText(error))
    return { http: 400, body: failure(request, 'VALIDATION', { errors: [unstorableField(request)] }) };
  if (isUnreadableValue(error)) {
    // It is logged, because the schema of the call should have refused the value.
    request.log.warn({ err: error }, 'a value of the request could not be read by the database');
    const errors = [{ path: '', message: 'A number or date of the request is out of range or cannot be read.' }];
    return { http: 400, body: failure(request, 'VALIDATION', { errors }) };
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) {
    const code = codeOf(status);
    return {
      http: ERRORS[code].httpStatus || status,
      body: failure(request, code, {
        errors: [{ path: '', message: frameworkMessage(error, request.routeOptions.schema?.consumes) }],
      }),
    };
  }
  request.log.error({ err: error }, 'unexpected error');
  return { http: 500, body: failure(request, 'SERVER_ERROR') };
}

export function errorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { http, body } = toAnswer(error, request);
    if (http === 503) reply.header('retry-after', '2');
    // The handler may have announced a file or a stream before it failed.
    reply.header(REQUEST_ID_HEADER, request.id).type('application/json; charset=utf-8').code(http).send(body);
  });
  app.setNotFoundHandler((request, reply) => notFound(app, request, reply));
}

/** Answers 404, or 405 with the methods that the address would have accepted. */
function notFound(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? '';
  const allowed = path.startsWith('/api/') ? app.methodsOf(path) : [];
  const code = allowed.length > 0 ? 'METHOD_NOT_ALLOWED' : 'ITEM_NOT_FOUND';
  if (allowed.length > 0) reply.header('allow', allowed.join(', '));
  return reply.code(ERRORS[code].httpStatus).send(failure(request, code));
}
