/**
 * The additional data of errors. It is separate from the catalogue, which the first screen loads, because it needs zod.
 */
import { z } from 'zod';
import { storedRecordSchema } from '../define/entity.ts';
import { unreadFileSchema } from '../partners/conversions/reconcile.ts';
import { dealPreviewAnswerSchema } from '../records/deals.ts';
import { usedBySchema } from '../records/used-by-schema.ts';

/** The record at which a bulk change stopped. */
const stoppedAt = z.strictObject({ id: z.int().positive() });

/** The data of an error by its code; errors with other codes have null. All of it is sent to the client. */
export const ERROR_DATA = {
  ITEM_NOT_FOUND: stoppedAt,
  FORBIDDEN: stoppedAt,
  VALIDATION: z.union([unreadFileSchema, stoppedAt]),
  /** The current state: the newer record, or the deal changes as they would be now. */
  CONFLICT: z.union([storedRecordSchema, dealPreviewAnswerSchema, stoppedAt]),
  /** The records that use it. */
  IN_USE: z.union([z.array(usedBySchema), stoppedAt]),
  /** The answer to the first call, in the form of that call's own answer. */
  IDEMPOTENCY: z.unknown(),
} as const;

type CodeWithData = keyof typeof ERROR_DATA;

/** The data of an error with this code. */
export type ErrorData<C extends string> = C extends CodeWithData ? z.output<(typeof ERROR_DATA)[C]> | null : null;

const dataSchemas: Readonly<Partial<Record<string, z.ZodType>>> = ERROR_DATA;

/** Whether the data of an answer matches its error code. */
export function isErrorData<C extends string>(code: C, data: unknown): data is ErrorData<C> {
  return data === null || dataSchemas[code]?.safeParse(data).success === true;
}
