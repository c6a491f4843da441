/**
 * Registers calls of the contract. Address, access rule, validation, documentation and answer come from one definition.
 */

import { type AnyCall, type CallAnswer, type CallMeta, FILE, MULTIPART } from '@signpost/contract/calls/define-call.ts';
import { API_BASE, type Envelope, STATUSES } from '@signpost/contract/envelope.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SessionUser } from '../session-user.ts';
import { viewerOf } from './access.ts';
import type { App } from './app-type.ts';
import { ok } from './envelope.ts';
import { isMarkedOnce } from './repeated.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The input of a call's handler: everything is validated, and there is a viewer unless the call is public. */
export interface CallContext<C extends AnyCall> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
  viewer: C['access'] extends 'public' ? SessionUser | null : SessionUser;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** An answer with additional data in the envelope's `meta`. */
class AnswerWithMeta<Data, Meta> {
  readonly data: Data;
  readonly meta: Meta;

  constructor(data: Data, meta: Meta) {
    this.data = data;
    this.meta = meta;
  }
}

export function withMeta<Data, Meta>(data: Data, meta: Meta): AnswerWithMeta<Data, Meta> {
  return new AnswerWithMeta(data, meta);
}

/** The data, the data with its `meta`, or a reply that was already sent (a file, or the replay of an idempotent POST). */
type CallResult<C extends AnyCall> =
  | (C['answer'] extends typeof FILE ? never : CallAnswer<C> | AnswerWithMeta<CallAnswer<C>, CallMeta<C>>)
  | FastifyReply;

const fieldError = z.object({ path: z.string(), message: z.string() });
/** An answer that is an error; `data` depends on the code. */
const failure = z.object({
  data: z.unknown(),
  status: z.enum(STATUSES),
  message: z.string(),
  errorCode: z.string(),
  /** Only for a call that was refused: the state of the server in `health` is an answer as well. */
  errors: z.array(fieldError).optional(),
  meta: z.looseObject({ requestId: z.string().optional() }),
});

function answerSchema({ answer, meta }: AnyCall): z.ZodType {
  if (answer === FILE) return z.unknown();
  return z.object({
    data: answer,
    status: z.literal('SUCCESS'),
    message: z.string(),
    meta: meta ?? z.looseObject({}),
  });
}

/** The schemas of a call in Fastify's shape; a file has no answer schema because it does not pass the serialiser. */
function schemaOf(call: AnyCall) {
  const { params, query, body } = call;
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.tag],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && body !== MULTIPART && { body }),
    ...(body === MULTIPART && { consumes: ['multipart/form-data'] }),
    response: {
      ...(call.answer !== FILE && { '2xx': answerSchema(call) }),
      '4xx': failure,
      '5xx': failure,
    },
  };
}

interface Options {
  /** Other servers call it, and they do not know the ticket header. */
  noTicket?: boolean;
  /** Landers send the key of their site. */
  siteKey?: boolean;
  /** Largest body in bytes, where it differs from the server's limit. */
  bodyLimit?: number;
  /** Runs before validation, to set headers that refusals carry too. */
  onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Is called with each error before it is answered. */
  onFailure?: (error: unknown, request: FastifyRequest) => Promise<void>;
  /** The rate limit per address; the plugin must be registered. */
  rateLimit?: { max: number; timeWindow: string };
  /** The body as the documentation shows it, if validation is stricter than a schema can express. */
  documentBody?: z.ZodType;
  /** The query as the documentation shows it, if the handler reads more of it than the schema names. */
  documentQuery?: z.ZodType;
}

/** An error handler that leaves the answer to the server's own. */
const failingWith =
  (onFailure: NonNullable<Options['onFailure']>) =>
  async (error: unknown, request: FastifyRequest): Promise<never> => {
    await onFailure(error, request);
    throw error;
  };

/**
 * Registers `call` and answers it with the result of `work`, in the envelope. Before `work` runs, the call is refused
 * with 401 or 403 by its access rule, or with 400 and the field's path by its schemas.
 */
export function handle<C extends AnyCall>(
  app: App,
  call: C,
  work: (context: CallContext<C>) => Promise<CallResult<C>> | CallResult<C>,
  { bodyLimit, onRequest, onFailure, ...config }: Options = {},
): void {
  app.route({
    method: call.method,
    url: `${API_BASE}${call.path}`,
    config: {
      access: call.access,
      ...(call.rows && { rows: call.rows }),
      ...(call.repeat && { repeat: call.repeat }),
      ...config,
    },
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(onRequest && { onRequest }),
    ...(onFailure && { errorHandler: failingWith(onFailure) }),
    schema: schemaOf(call),
    handler: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | Envelope<unknown>> => {
      const viewer = call.access === 'public' ? request.user : viewerOf(request);
      const { params, query, body } = request;
      // Fastify has validated all three with the call's own schemas, which its types cannot express generically.
      const context = { params, query, body, viewer, request, reply } as CallContext<C>;
      const result = await work(context);
      // Otherwise a repeated call would have its effect twice.
      if (call.repeat === 'key' && !isMarkedOnce(request))
        throw new Error(`${call.name} promises to be done once under a key, but does not use answerOnce.`);
      // Awaiting a reply gives undefined, because it is a thenable that ends with the response.
      if (reply.sent) return reply;
      // The client left before or during a stream. Nothing can be sent to it any more, and this is not an error.
      if (reply.raw.headersSent || reply.raw.destroyed) return reply.hijack();
      if (result instanceof AnswerWithMeta) return ok(result.data, { ...Object(result.meta) });
      return ok(result);
    },
  });
}
