import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

export type Log = Logger;

/** Keys whose values are removed from the log at any depth. */
const secretName = /authorization|cookie|token|secret|password|ticket|e-?mail|phone/i;
// Each pattern runs in linear time, because a line may contain arbitrary text from outside.
const textPair = /"([\w-]+)":"(?:[^"\\]|\\.)*"/g;
const secretParameter = /([?&;\s"](?:[\w-]*(?:token|secret|password|signature|sig|e-?mail|phone|key)))=[^&\s"\\#]+/gi;
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
// Matches every word as a whole, so that the search does not start again at its second letter. Only a word with a
// domain is an address.
const wordOrEmail = /[\w.+-]+((?:@|%40)[\w-]+(?:\.[\w-]+)+)?/g;
const urlPassword = /(:\/\/[^\s:/@"]*):[^\s/@"]+@/g;

/** Removes tokens, passwords and e-mail addresses from a finished log line. */
function redact(line: string): string {
  return line
    .replace(urlPassword, '$1:[redacted]@')
    .replace(textPair, (pair, name: string) => (secretName.test(name) ? `"${name}":"[redacted]"` : pair))
    .replace(bearer, '$1 [redacted]')
    .replace(secretParameter, '$1=[redacted]')
    .replace(wordOrEmail, (word, domain?: string) => (domain === undefined ? word : '[e-mail]'));
}

/** Serialises an error without the connection that PostgreSQL's client attaches to it, which holds internal state and credentials. */
function errorOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { client: _connection, ...told } = stdSerializers.err(error);
  return told;
}

/**
 * Creates the process's logger: JSON lines on stderr (stdout is for the ready line), with secrets and personal data
 * removed from the finished line, so that no caller has to remember a list of paths.
 */
export function createLog(options: { level: string; name: string; destination?: DestinationStream }): Log {
  return pino(
    { level: options.level, name: options.name, serializers: { err: errorOf }, hooks: { streamWrite: redact } },
    options.destination ?? pino.destination({ dest: 2, sync: true }),
  );
}
