/** An uploaded image of a record. */
import { z } from 'zod';

export const imageSchema = z.strictObject({
  position: z.int().min(0).max(999),
  file: z.string().max(200).nullable(),
  value: z.string().max(500),
  path: z.string().max(500).nullable(),
  small: z.string().max(500).nullable(),
  deleted: z.boolean(),
});
export type Image = z.infer<typeof imageSchema>;
