/** Finds the fields that a refusal is about, and puts refusals of the framework into words. */
import type { FieldError } from '@signpost/contract/envelope.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { NO_SUCH_FIELD } from '@signpost/contract/field-messages.ts';
import { MAX_JSON_DEPTH } from '@signpost/contract/limits.ts';
import { isObject } from '@signpost/contract/objects.ts';
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify';
import { errorCode } from '../platform/error-text.ts';

const UNSTORABLE = 'The text contains unsupported characters.';
const NUL = 'Remove the invisible NUL character.';

const join = (path: string, key: string): string => {
  if (path === '') return key;
  return `${path}.${key}`;
};

/** The first text inside a value that PostgreSQL cannot store. */
function findUnstorable(value: unknown, path: string): FieldError | undefined {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) return { path, message: NUL };
    if (value.isWellFormed()) return undefined;
    return { path, message: UNSTORABLE };
  }
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorable(key, path) ?? findUnstorable(inner, join(path, key));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names the text of a request that could not be stored. Fields of a record are named without the `values` around them. */
export function unstorableField({ body, query }: { body: unknown; query: unknown }): FieldError {
  const values = isObject(body) && isObject(body.values) ? body.values : undefined;
  return (
    findUnstorable(values, '') ??
    findUnstorable(body, '') ??
    findUnstorable(query, '') ?? { path: '', message: UNSTORABLE }
  );
}

/** The sender of a lead cannot mend its texts, so they are stored with replacement characters. */
const PUBLIC = '/api/public/';

/**
 * Refuses bodies with texts that PostgreSQL cannot store, at their field. Half a surrogate pair would otherwise be
 * replaced on the way to the database, without a word.
 */
export function refuseUnstorableTexts(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body, url }) => {
    if (typeof body !== 'object' || url.startsWith(PUBLIC) || findUnstorable(body, '') === undefined) return;
    throw new AppError('VALIDATION', { errors: [unstorableField({ body, query: undefined })] });
  });
}

/** The field errors of an issue; each unknown key is an error of its own. */
export function issueErrors({ keyword, instancePath, message, params }: FastifySchemaValidationError): FieldError[] {
  const path = instancePath.replace(/^\//, '').replaceAll('/', '.');
  if (keyword === 'unrecognized_keys' && Array.isArray(params.keys))
    return params.keys.map((key) => ({ path: join(path, String(key)), message: NO_SUCH_FIELD }));
  return [{ path, message: message ?? '' }];
}

/** The messages for requests that the framework refuses before a call's own schemas are checked, by error code. */
const FRAMEWORK: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_JSON_TOO_DEEP: `The body is nested deeper than ${MAX_JSON_DEPTH} levels.`,
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty. Send JSON, or leave out the content type.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type is not accepted here. Send application/json.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The length of the body differs from its content-length header.',
};

/** Calls that read a form with a file take no JSON. */
const SEND_FORM =
  'This content type is not accepted here. Send a form with the file as one of its parts (multipart/form-data).';

/** The message of a refusal that is not the product's own. `consumes` are the content types of the call, if not JSON. */
export function frameworkMessage(error: Error, consumes: readonly string[] = []): string {
  // JSON that cannot be parsed, or that contains keys such as `__proto__`.
  if (error instanceof SyntaxError) return FRAMEWORK.FST_ERR_CTP_INVALID_JSON_BODY ?? error.message;
  const code = errorCode(error);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' && consumes.includes('multipart/form-data')) return SEND_FORM;
  return FRAMEWORK[code] ?? error.message;
}
