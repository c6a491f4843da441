/** Reads the one file of a multipart request. */
import type { MultipartFile } from '@fastify/multipart';
import { AppError } from '@signpost/contract/errors.ts';
import type { FastifyRequest } from 'fastify';

/**
 * The file and its bytes. Errors: VALIDATION at `file` if there is none or the form is broken off or malformed; the limits
 * of the file keep their own errors; TOO_LARGE at `file` names the limit.
 */
export async function readUpload(
  request: FastifyRequest,
  limits?: { fileSize: number; files: number; fields: number },
): Promise<{ part: MultipartFile; bytes: Buffer }> {
  if (!request.isMultipart()) throw refused('Choose a file.');
  try {
    const part = await request.file(limits && { limits });
    if (part === undefined) throw refused('Choose a file.');
    return { part, bytes: await part.toBuffer() };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE' && limits) {
      const message = `The file is larger than ${Math.floor(limits.fileSize / (1024 * 1024))} MB.`;
      throw new AppError('TOO_LARGE', { message, errors: [{ path: 'file', message }], cause: error });
    }
    // The parser of forms throws plain errors for malformed input; errors with a status are answered as they are.
    if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error;
    throw refused('The upload is incomplete or malformed. Send the file again.', error);
  }
}

/** Readers look for the end of a PDF within its last kilobyte. */
const END_WITHIN = 1_024;

/** Whether bytes begin and end as a PDF does. */
export const isPdf = (bytes: Buffer): boolean =>
  /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) &&
  bytes.toString('latin1', Math.max(0, bytes.length - END_WITHIN)).includes('%%EOF');

const refused = (message: string, cause?: unknown): AppError =>
  new AppError('VALIDATION', { errors: [{ path: 'file', message }], cause });
