/** Makes calls of the contract in tests, so that answers have the types of their schemas. */

import { pathOf } from '@signpost/contract/calls/call-head.ts';
import type { AnyCall, CallInput } from '@signpost/contract/calls/define-call.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import type { Caller } from './app.ts';

/**
 * Makes a call as a person and returns its data, checked by the call's schema.
 *
 * @throws {Error} with the whole answer if it is refused. Tests of refusals use the {@link Caller} itself.
 */
export async function call<Data, C extends AnyCall>(
  person: Caller,
  definition: C & { answer: { parse(data: unknown): Data } },
  input: CallInput<C>,
): Promise<Data> {
  const { params, query, body }: { params?: unknown; query?: unknown; body?: unknown } = input;
  const search = query === undefined ? '' : `?${buildQuery({ ...Object(query) })}`;
  const answer = await person(definition.method, `/api/${pathOf(definition, params)}${search}`, body);
  if (answer.status !== 200 && answer.status !== 201)
    throw new Error(`${definition.name} was answered with ${answer.status}: ${answer.text}`);
  return definition.answer.parse(answer.body.data);
}
