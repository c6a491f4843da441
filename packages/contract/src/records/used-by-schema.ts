/** How the references to a record are answered. It knows no entity, so that entities can use errors. */
import { z } from 'zod';
import { ENTITY_NAMES } from '../define/entity-names.ts';

/** The maximum number of references that are counted. */
export const USED_BY_MOST = 10_000;

/** Records of one entity that refer, by one field, to the given records; archived ones are not counted. */
export const usedBySchema = z.strictObject({
  entity: z.enum(ENTITY_NAMES),
  field: z.string(),
  /** {@link USED_BY_MOST} + 1 if there are more. */
  records: z.int().nonnegative(),
  /** How many of these are active and prevent archiving. */
  keeping: z.int().nonnegative(),
});
export type UsedBy = z.infer<typeof usedBySchema>;
