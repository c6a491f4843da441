/**
 * A call of the API: its name, address, access rule and the schemas of everything that travels. The server registers it
 * (`apps/server/src/http/handle.ts`) and the browser makes it (`apps/web/src/api/calls.ts`), so neither can disagree
 * with the other without failing to compile.
 */
import { z } from 'zod';
import type { RecordVerb } from '../access/access.ts';
import type { Grade } from '../access/grades.ts';
import type { EntityDefinition } from '../define/entity.ts';
import { plainMessage } from '../define/plain-messages.ts';
import type { RouteName } from '../routes/index.ts';
import type { MenuAction } from '../routes/shape.ts';
import { type CallHead, type CallMethod, FILE, MULTIPART } from './call-head.ts';

// People read why a call is refused, in the browser before it is sent, or in its answer.
z.config({ customError: plainMessage });

/**
 * The people who may make a call: anyone; anyone signed in; people who can open one of these screens (and have one of
 * these grades, if listed); or people who may do this with records of an entity.
 */
export type CallAccess =
  | 'public'
  | 'signedIn'
  | Readonly<{ routes: readonly RouteName[]; action: MenuAction; grades?: readonly Grade[] }>
  | Readonly<{ record: EntityDefinition; verb: RecordVerb }>;

/**
 * The rows that a call touches, for people who only see the rows of their own publisher: - `own`: the handler filters
 * by the viewer, or touches only the viewer's own data; - `staff`: it touches all rows, so a Publisher is refused
 * whatever paths are included; - `of`: it belongs to the record whose id is in the address (`:id`, or the named
 * parameter); the call is refused with ITEM_NOT_FOUND if the viewer cannot read that record.
 */
export type CallRows = 'own' | 'staff' | Readonly<{ of: EntityDefinition; parameter?: string }>;

/**
 * Why a POST is safe to repeat, for example after its answer was lost (docs/decisions/0031): - `key`: with an
 * Idempotency-Key it is done once, and the first answer comes again; - `state`: it finds the state that the first call left
 * and is refused or changes nothing more; - `reads`: it changes nothing; - `anew`: it does its work again on purpose, such as
 * a test message. A call that books, sends or issues something is never `anew`. Calls with other methods have the same
 * effect whether they are made once or twice.
 */
export type Repeat = 'key' | 'state' | 'reads' | 'anew';
type Repetition = { method: 'POST'; repeat: Repeat } | { method: Exclude<CallMethod, 'POST'>; repeat?: undefined };

export { FILE, MULTIPART };

type ObjectSchema = z.ZodObject | undefined;

export interface CallDefinition<
  Params extends ObjectSchema = ObjectSchema,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | typeof MULTIPART | undefined = z.ZodType | typeof MULTIPART | undefined,
  Answer extends z.ZodType | typeof FILE = z.ZodType | typeof FILE,
  AnswerMeta extends z.ZodType | undefined = z.ZodType | undefined,
  Access extends CallAccess = CallAccess,
> extends CallHead {
  /** A sentence that says what the call does; shown in the API documentation. */
  summary: string;
  /** The group in the API documentation. */
  tag: string;
  access: Access;
  /** Only public calls may leave it undefined; the server refuses to start with any other call without it. */
  rows: CallRows | undefined;
  /** Only a POST has it. */
  repeat: Repeat | undefined;
  params: Params;
  query: Query;
  body: Body;
  answer: Answer;
  /** The envelope's `meta`, apart from the request id. */
  meta: AnswerMeta;
}

/** Any call, for code that does not need its types. */
export type AnyCall = CallDefinition;

type Given<Part> = Part extends z.ZodType ? Part : undefined;

/**
 * Declares a call. Parts that are left out do not exist: a call without `body` accepts none, and a call without
 * `answer` answers with `null`.
 */
export function defineCall<
  const Access extends CallAccess,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | typeof MULTIPART | undefined = undefined,
  Answer extends z.ZodType | typeof FILE = z.ZodNull,
  AnswerMeta extends z.ZodType | undefined = undefined,
>(
  definition: {
    name: string;
    summary: string;
    tag: string;
    path: string;
    group?: string;
    access: Access;
    rows?: CallRows;
    params?: Params;
    query?: Query;
    body?: Body;
    answer?: Answer;
    meta?: AnswerMeta;
  } & Repetition,
): CallDefinition<Params, Query, Body, Answer, AnswerMeta, Access> {
  const { params, query, body, answer = z.null(), meta, rows, repeat, ...rest } = definition;
  // A call about one record is fetched again together with the records of its entity.
  const group = rest.group ?? (typeof rows === 'object' ? rows.of.name : undefined);
  // A part that is left out is undefined, and its type parameter then is too, which TypeScript cannot follow.
  const parts = { params, query, body, answer, meta } as Pick<
    CallDefinition<Params, Query, Body, Answer, AnswerMeta>,
    'params' | 'query' | 'body' | 'answer' | 'meta'
  >;
  return {
    ...rest,
    ...(group !== undefined && { group }),
    rows,
    repeat,
    ...parts,
  };
}

type Part<Name extends string, Schema, Input> = Schema extends undefined
  ? { [name in Name]?: undefined }
  : Schema extends typeof MULTIPART
    ? { [name in Name]: FormData }
    : { [name in Name]: Input };

/** The input of a call: `{ params, query, body }`, each only if the call has it. */
export type CallInput<C extends AnyCall> = Part<'params', C['params'], z.input<NonNullable<Given<C['params']>>>> &
  Part<'query', C['query'], z.input<NonNullable<Given<C['query']>>>> &
  Part<'body', C['body'], z.input<NonNullable<Given<C['body']>>>>;

/** The result of a call: the envelope's data, or a Blob for a file. */
export type CallAnswer<C extends AnyCall> = C['answer'] extends z.ZodType ? z.output<C['answer']> : Blob;

/** The envelope's `meta`, apart from the request id. */
export type CallMeta<C extends AnyCall> = C['meta'] extends z.ZodType ? z.output<C['meta']> : unknown;

/** The id of a record in an address. */
export const idParams = z.object({ id: z.coerce.number<number>().int().positive() });
