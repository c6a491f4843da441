/** Reads query strings without ever throwing in the router, whose exceptions would end the process. */

import { invalid } from '@signpost/contract/errors.ts';
import { parseQuery } from '@signpost/contract/reading/brackets.ts';
import type { FastifyInstance } from 'fastify';

/** Marks the object that replaces an unreadable query. No query string can produce a symbol as a key. */
const UNREADABLE: unique symbol = Symbol('unreadable query');

/**
 * The router's parser. The router calls it outside Fastify's error handling, so an unreadable query is returned as a
 * marked object here and refused by {@link refuseUnreadableQueries}.
 */
export function parseQueryString(query: string): Record<string | symbol, unknown> {
  try {
    return parseQuery(query);
  } catch (error) {
    return { [UNREADABLE]: error };
  }
}

/** Answers 400 for an unreadable query, before anything else looks at the request. */
export function refuseUnreadableQueries(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ query }) => {
    if (typeof query !== 'object' || query === null || !(UNREADABLE in query)) return;
    throw invalid('', 'The query is too long or nested too deeply.', query[UNREADABLE]);
  });
}
