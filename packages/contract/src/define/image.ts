/** An uploaded image of a record, or a PDF where its field allows that. */
import { z } from 'zod';

const ATTACHMENT = /^\/attachments\/([0-9a-f]{32})$/;
/** The address of a PDF as records keep it. */
export const attachmentPath = (id: string): string => `/attachments/${id}`;
/** The id of the PDF at an address; undefined for images. */
export const attachmentIdOf = (path: string | null): string | undefined => ATTACHMENT.exec(path ?? '')?.[1];

/** The address of an image that this server stores under the hash of its content, or of a PDF. */
const storedAt = z
  .string()
  .regex(/^\/images\/(?:small-)?[0-9a-f]{32}\.(?:jpg|png)$|^\/attachments\/[0-9a-f]{32}$/, 'Upload the image first.');

export const imageSchema = z.strictObject({
  position: z.int().min(0).max(999),
  file: z.string().max(200).nullable(),
  value: z.string().max(500),
  path: storedAt.nullable(),
  small: storedAt.nullable(),
  deleted: z.boolean(),
});
export type Image = z.infer<typeof imageSchema>;
