/** An uploaded image of a record. */
import { z } from 'zod';

/** The address of an image that this server stores under the hash of its content. */
const storedAt = z.string().regex(/^\/images\/(?:small-)?[0-9a-f]{32}\.(?:jpg|png)$/, 'Upload the image first.');

export const imageSchema = z.strictObject({
  position: z.int().min(0).max(999),
  file: z.string().max(200).nullable(),
  value: z.string().max(500),
  path: storedAt.nullable(),
  small: storedAt.nullable(),
  deleted: z.boolean(),
});
export type Image = z.infer<typeof imageSchema>;
