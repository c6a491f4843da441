/** An upload of a partner's file, as the server reads it. */
import { ENCODING_PATH, type EncodingName } from '@signpost/contract/reading/encodings.ts';

/** A file with the choices that were made for it. */
export interface ChosenFile {
  partnerId: number | null;
  headerRow: number | null;
  file: File;
}

/** The form of an upload. With `importId`, the file of that import is read again. */
export function uploadForm(
  { partnerId, headerRow, file }: ChosenFile,
  { encoding, importId }: { encoding: EncodingName | null; importId: number | null },
): FormData {
  const body = new FormData();
  // The server reads fields only before the file.
  body.append('partnerId', String(partnerId));
  if (headerRow !== null) body.append('headerRow', String(headerRow));
  if (encoding !== null) body.append(ENCODING_PATH, encoding);
  if (importId !== null) body.append('importId', String(importId));
  body.append('file', file);
  return body;
}
