/** The schema of a metadata row, in a separate file because the first screen loads the rules about collections without zod. */
import { z } from 'zod';

/** A row of a collection; each collection has further columns. */
export const collectionRow = z.looseObject({ id: z.number(), name: z.string().exactOptional() });
