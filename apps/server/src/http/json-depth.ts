/** Refuses JSON that is nested deeper than any call needs, before it is parsed: later walks through it are recursive. */
import { MAX_JSON_DEPTH } from '@signpost/contract/limits.ts';
import type { App } from './app-type.ts';

const [QUOTE, BACKSLASH] = [34, 92];
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);

/** Whether brackets outside texts are nested deeper than `most`. Reads the text once and stops there. */
export function isDeeperThan(json: string, most: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (isText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    else if (OPENING.has(code)) {
      depth += 1;
      if (depth > most) return true;
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return false;
}

/** An error that the framework answers with status 400. */
class TooDeep extends Error {
  readonly statusCode = 400;
  readonly code = 'FST_ERR_CTP_JSON_TOO_DEEP';
}

/**
 * Parses JSON as the framework does, with a limit on its depth. An empty body is none: clients send the content type
 * with every call, as the specification asks. A call that needs a body still refuses its absence.
 */
export function parseFlatJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    if (text === '' && request.routeOptions.schema?.body === undefined) done(null, undefined);
    else if (isDeeperThan(text, MAX_JSON_DEPTH)) done(new TooDeep('The JSON is nested too deep.'));
    else parse(request, text, done);
  });
}
