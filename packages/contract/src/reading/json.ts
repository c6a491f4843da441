/** Reads JSON from outside. Nested deeply enough, a text of a megabyte takes a parser seconds. */
import { MAX_JSON_DEPTH } from '../limits.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);

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

/** The value of a JSON text; undefined if the text is not JSON, or is nested deeper than `most`. */
export function readJson(text: string, most = MAX_JSON_DEPTH): unknown {
  if (isDeeperThan(text, most)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
