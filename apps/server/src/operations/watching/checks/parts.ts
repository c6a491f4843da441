/**
 * Whether the parts of ClickHouse's tables are as they were written. A file that was emptied or cut, for example by a power
 * cut, is told by nobody: either the engine sets the part aside when it starts, so that its facts are missing, or it goes
 * on with it, and statements that read it fail.
 */
import { z } from 'zod';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { EngineError } from '../../../platform/clickhouse-error.ts';
import { engineRow } from '../../../platform/rows.ts';
import { good, problem, sizeText, type Verdict } from './verdict.ts';

/** Checking reads every byte of a part, so only so much is checked at once: the newest parts, which are at risk. */
const LIMITS = { bytes: 4 * 1024 ** 3, ms: 5_000 };
const MOST_PARTS = 5_000;
/** The part was merged with others since the list was read. */
const PART_IS_GONE = 232;

const partRow = z.object({ table: z.string(), name: z.string(), bytes: z.coerce.number() });
const totalRow = z.object({ parts: z.coerce.number(), bytes: z.coerce.number() });
const passedRow = z.object({ result: z.coerce.number().optional(), isPassed: z.coerce.number().optional() });

/** Compares the newest parts of this server with their checksums, until a limit is reached. */
export async function partsVerdict(clickhouse: ClickHouse, limits = LIMITS): Promise<Verdict> {
  // Neither name can be bound in the statement that checks a part, so only plain ones are taken; the product has no others.
  const ours =
    "FROM system.parts WHERE active AND database = currentDatabase() AND match(concat(table, name), '^[0-9A-Za-z_-]+$')";
  const parts = await clickhouse.query(
    `SELECT table, name, toString(bytes_on_disk) AS bytes ${ours} ORDER BY modification_time DESC, name LIMIT ${MOST_PARTS}`,
    {},
    { parse: engineRow(partRow) },
  );
  const [total] = await clickhouse.query(
    `SELECT toString(count()) AS parts, toString(sum(bytes_on_disk)) AS bytes ${ours}`,
    {},
    { parse: engineRow(totalRow) },
  );
  const [setAside, ...more] = await clickhouse.query(
    `SELECT table, name, '0' AS bytes FROM system.detached_parts
     WHERE database = currentDatabase() AND reason LIKE '%broken%' ORDER BY table, name`,
    {},
    { parse: engineRow(partRow) },
  );
  if (setAside !== undefined)
    return problem(
      `The engine found the part ${setAside.name} of ${setAside.table} damaged and set it aside${others(more)}: what it held is missing in the statistics.`,
      `Restart the workers: they ship again what the click logs and the outbox still have. Restore a backup if more is missing. Then ALTER TABLE ${setAside.table} DROP DETACHED PART '${setAside.name}' SETTINGS allow_drop_detached = 1`,
    );
  const began = performance.now();
  const damaged: z.infer<typeof partRow>[] = [];
  let checked = 0;
  let bytes = 0;
  for (const part of parts) {
    if (checked > 0 && (bytes + part.bytes > limits.bytes || performance.now() - began > limits.ms)) break;
    if ((await isWhole(clickhouse, part)) === false) damaged.push(part);
    checked += 1;
    bytes += part.bytes;
  }
  const [first, ...rest] = damaged;
  if (first !== undefined)
    return problem(
      `The part ${first.name} of ${first.table} is damaged${others(rest)}: statements that read it fail.`,
      `ALTER TABLE ${first.table} DETACH PART '${first.name}'; then restart the workers: they ship again what the click logs and the outbox still have. Restore a backup if more is missing.`,
    );
  const which = checked === total?.parts ? `All ${checked}` : `The newest ${checked} of ${total?.parts ?? 0}`;
  return good(`${which} parts are as they were written (${sizeText(bytes)} of ${sizeText(total?.bytes ?? 0)}).`);
}

const others = ({ length }: readonly unknown[]): string => {
  if (length === 0) return '';
  return `, and ${length} more`;
};

/** Undefined for a part that is gone. */
async function isWhole(
  clickhouse: ClickHouse,
  { table, name }: { table: string; name: string },
): Promise<boolean | undefined> {
  try {
    const [row] = await clickhouse.query(`CHECK TABLE ${table} PART '${name}'`, {}, { parse: engineRow(passedRow) });
    return (row?.result ?? row?.isPassed) === 1;
  } catch (error) {
    if (error instanceof EngineError && error.code === PART_IS_GONE) return undefined;
    throw error;
  }
}
