/**
 * The query of a list: search, filters, sort, page (docs/product/records.md#lists). It is stored in the URL with
 * bracket keys.
 */
import { z } from 'zod';
import type { EntityDefinition } from '../define/entity.ts';
import { LONGEST_LIST } from '../reading/brackets.ts';

/** Values of one filter. */
export const FILTER_VALUES_MAX = 200;
const FILTER = z.union([
  z.array(z.string().max(200)).min(1).max(FILTER_VALUES_MAX),
  z.strictObject({ from: z.string().max(40).optional(), to: z.string().max(40).optional() }),
]);

export const PAGE_SIZES = [25, 50, 100, 250] as const;
/** The default number of rows per page. */
export const DEFAULT_PAGE_SIZE = 50;

export const listQuerySchema = z.strictObject({
  q: z.string().trim().max(200).optional(),
  filters: z.record(z.string().max(64), FILTER).default({}),
  archived: z.enum(['no', 'only', 'all']).default('no'),
  ids: z.array(z.coerce.number().int().positive()).max(LONGEST_LIST).optional(),
  orderBy: z.string().max(64).optional(),
  orderByDirection: z.enum(['asc', 'desc']).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(DEFAULT_PAGE_SIZE),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

const UNSORTABLE = new Set(['rows', 'json', 'images', 'tags', 'references', 'choices']);

/** The keys a list of this entity can be sorted by. */
export function sortableKeys(entity: EntityDefinition): string[] {
  const own = Object.entries(entity.fields).filter(([, field]) => !UNSORTABLE.has(field.kind));
  return ['id', ...own.map(([name]) => name), 'createdAt', 'updatedAt'];
}
