/** Refuses JSON that is nested deeper than any call needs, before it is parsed: later walks through it are recursive. */
import { MAX_JSON_DEPTH } from '@signpost/contract/limits.ts';
import { isDeeperThan } from '@signpost/contract/reading/json.ts';
import type { FastifyRequest } from 'fastify';
import { charsetOf, decodeText } from '../platform/legacy-text.ts';
import type { App } from './app-type.ts';

/** An error that the framework answers with status 400. */
class TooDeep extends Error {
  readonly statusCode = 400;
  readonly code = 'FST_ERR_CTP_JSON_TOO_DEEP';
}

/**
 * Parses JSON as the framework does, with a limit on its depth. An empty body is none: clients send the content type
 * with every call, as the specification asks. A call that needs a body still refuses its absence. Bytes that are no UTF-8
 * are read as those of postbacks are: in the declared charset, or in that of old programs. `seen` gets each body as it came.
 */
export function parseFlatJson(app: App, seen?: (request: FastifyRequest, body: Buffer) => void): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (typeof body !== 'string') seen?.(request, body);
    const text = typeof body === 'string' ? body : decodeText(body, charsetOf(request.headers['content-type']));
    if (text === '' && request.routeOptions.schema?.body === undefined) done(null, undefined);
    else if (isDeeperThan(text, MAX_JSON_DEPTH)) done(new TooDeep('The JSON is nested too deep.'));
    else parse(request, text, done);
  });
}
