/** A record the palette found. */
import { z } from 'zod';

export const foundRecordSchema = z.object({
  entity: z.string(),
  /** The entity's word for one record. */
  kind: z.string(),
  id: z.number(),
  title: z.string(),
});
export type FoundRecord = z.infer<typeof foundRecordSchema>;
