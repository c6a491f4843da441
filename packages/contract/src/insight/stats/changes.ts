/** Configuration changes from the audit trail, shown as marks on a chart. */
import { z } from 'zod';
import { ENTITY_NAMES } from '../../define/entity-names.ts';

export const configurationChangeSchema = z.strictObject({
  at: z.iso.datetime(),
  entity: z.enum(ENTITY_NAMES),
  /** The name of this kind of record: "Campaign box". */
  kind: z.string(),
  recordId: z.int(),
  name: z.string(),
  action: z.enum(['create', 'update', 'archive', 'restore']),
  /** The person; null for the product. */
  by: z.string().nullable(),
  /** The labels of the fields that differ. */
  fields: z.array(z.string()),
});

/** One change. `GET statistics/changes` answers the newest first. */
export type ConfigurationChange = z.infer<typeof configurationChangeSchema>;

/** The maximum number of changes in an answer. */
export const MOST_CHANGES = 300;
