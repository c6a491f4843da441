/**
 * Makes calls of the contract in tests, so that a test names the call and its answer has the types of the schemas:
 * - `call` for a success: the data;
 * - `refusal` for a refusal: status, message and errors;
 * - `attempt` for all else: the whole answer, whether the call succeeds or not, also of files and their headers.
 *
 * `call` checks the type of its input. The other two accept any input, because wrong input is what many of their tests
 * are about. A test of the surface itself (addresses, methods, bodies that are no JSON) uses the {@link Caller}.
 */

import { pathOf } from '@signpost/contract/calls/call-head.ts';
import type { AnyCall, CallInput, CallMeta } from '@signpost/contract/calls/define-call.ts';
import type { FieldError } from '@signpost/contract/envelope.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import type { z } from 'zod';
import type { Answer, Caller } from './app.ts';

/** The parts of an input, whatever they hold. A body of `FormData` travels as a form. */
interface AnyInput {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

type Headers = Readonly<Record<string, string>>;

/** A file has no data, only text. */
type Data<C extends AnyCall> = C['answer'] extends z.ZodType ? z.output<C['answer']> : never;

type Meta<C extends AnyCall> = CallMeta<C> & Readonly<Record<string, unknown>>;

interface Refusal {
  status: number;
  message: string;
  errorCode: string | undefined;
  errors: FieldError[];
}

/**
 * Makes a call as a person and returns its data, checked by the call's schema.
 *
 * @throws {Error} with the whole answer if it is refused.
 */
export async function call<C extends AnyCall>(
  person: Caller,
  definition: C,
  input: CallInput<C>,
  headers: Headers = {},
): Promise<Data<C>> {
  const answer = await attempt(person, definition, { ...Object(input) }, headers);
  if (isRefused(answer)) throw new Error(`${definition.name} was answered with ${answer.status}: ${answer.text}`);
  return answer.body.data;
}

/**
 * Makes a call that the product refuses.
 *
 * @throws {Error} with the whole answer if it is not refused.
 */
export async function refusal(
  person: Caller,
  definition: AnyCall,
  input: AnyInput,
  headers: Headers = {},
): Promise<Refusal> {
  const answer = await attempt(person, definition, input, headers);
  if (!isRefused(answer)) throw new Error(`${definition.name} was not refused: ${answer.text}`);
  const { message, errorCode, errors } = answer.body;
  return { status: answer.status, message, errorCode, errors: errors ?? [] };
}

/** Makes a call and returns the whole answer. A refused call has no data, although the type says so. */
export async function attempt<C extends AnyCall>(
  person: Caller,
  definition: C,
  { params, query, body }: AnyInput,
  headers: Headers = {},
): Promise<Answer<Data<C>, Meta<C>>> {
  const search = query === undefined ? '' : `?${buildQuery(query)}`;
  return await person(definition.method, `/api/${pathOf(definition, params)}${search}`, body, headers);
}

const isRefused = ({ status }: { status: number }): boolean => status !== 200 && status !== 201;
