/** Reads the one file of a multipart request. */
import type { MultipartFile } from '@fastify/multipart';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { ENCODING_PATH, type EncodingName, encodingNamed } from '@signpost/contract/reading/encodings.ts';
import type { FastifyRequest } from 'fastify';

/**
 * The file and its bytes. Errors: VALIDATION at `file` if there is none or the form is broken off or malformed; the limits
 * of the file keep their own errors; TOO_LARGE at `file` names the limit.
 */
export async function readUpload(
  request: FastifyRequest,
  limits?: { fileSize: number; files: number; fields: number },
): Promise<{ part: MultipartFile; bytes: Buffer }> {
  if (!request.isMultipart()) throw invalid('file', 'Choose a file.');
  try {
    const part = await request.file(limits && { limits });
    if (part === undefined) throw invalid('file', 'Choose a file.');
    return { part, bytes: await part.toBuffer() };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE' && limits) {
      const message = `The file is larger than ${Math.floor(limits.fileSize / (1024 * 1024))} MB.`;
      throw new AppError('TOO_LARGE', { message, errors: [{ path: 'file', message }], cause: error });
    }
    // The parser of forms throws plain errors for malformed input; errors with a status are answered as they are.
    if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error;
    throw invalid('file', 'The upload is incomplete or malformed. Send the file again.', error);
  }
}

/** The text of a field that stands before the file; empty if there is none. */
export function fieldIn(part: MultipartFile, name: string): string {
  const field = part.fields[name];
  if (field !== undefined && 'value' in field) return String(field.value).trim();
  return '';
}

/**
 * The encoding that a person has chosen for the file; undefined if it is to be detected. Errors: VALIDATION at `encoding`
 * for one that is not in the list.
 */
export function chosenEncoding(part: MultipartFile): EncodingName | undefined {
  const name = fieldIn(part, ENCODING_PATH);
  const encoding = encodingNamed(name);
  if (name === '' || encoding !== undefined) return encoding;
  throw invalid(ENCODING_PATH, 'Choose one of the encodings in the list.');
}

/** Readers look for the end of a PDF within its last kilobyte. */
const END_WITHIN = 1_024;

/** Whether bytes begin and end as a PDF does. */
export const isPdf = (bytes: Buffer): boolean =>
  /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) &&
  bytes.toString('latin1', Math.max(0, bytes.length - END_WITHIN)).includes('%%EOF');
