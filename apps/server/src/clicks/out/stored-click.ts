/** Reads a click back from its fact for the step to the offer, from a line of the log or a row of ClickHouse. */
import { FACT_IDS, FACT_TEXTS } from '@signpost/contract/stats/fact.ts';
import { z } from 'zod';
import { camelCase } from '../../platform/names.ts';

const each = <K extends string, S extends z.ZodType>(keys: readonly K[], schema: S): Record<K, S> =>
  Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, S>;

const SUBS = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;

// Lines leave out zeros and empty texts; the click id of a visit is the visit's own id.
const schema = z.object({
  kind: z.enum(['visit', 'bot_visit', 'clickout']),
  at: z.string(),
  clickId: z.string(),
  visitorId: z.string().regex(/^\d{1,20}$/),
  allocationVersion: z.number().default(0),
  clickouts: z.number().default(0),
  ...each(FACT_IDS, z.number().default(0)),
  ...each(FACT_TEXTS, z.string().default('')),
  ...each(SUBS, z.string().default('')),
});

export type StoredClick = z.infer<typeof schema>;

/** The columns that are read as they are; the others need a conversion. */
export const STORED_COLUMNS = [...FACT_IDS, ...FACT_TEXTS, ...SUBS] as const;

/** Reads a fact whose keys are columns; undefined if it does not belong to a click. */
export function storedClick(row: object): StoredClick | undefined {
  const named: Record<string, unknown> = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [camelCase(name), value]),
  );
  const read = schema.safeParse({ clickId: named.factId, ...named });
  return read.success ? read.data : undefined;
}

/** Reads a line of the click log. */
export function clickOfLine(line: string): StoredClick | undefined {
  const row: unknown = JSON.parse(line);
  return typeof row === 'object' && row !== null ? storedClick(row) : undefined;
}
