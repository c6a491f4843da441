/** The disputed amount of each line of an invoice. A credit note begins with these amounts. */

import { type CreditableLine, leftToCredit } from '@signpost/contract/money/credit.ts';
import type { DocumentLine } from '@signpost/contract/money/document.ts';
import { compareMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { type Rounding, roundingOf, roundMoney } from '@signpost/contract/money/rounding.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { readRows } from '../../platform/rows.ts';
import { readCreditable } from './credit.ts';
import { type BillableFact, findFacts } from './facts.ts';
import { readDocument } from './store.ts';

const factRow = z.object({ factId: z.string() });

/** Whether a line bills a fact of its document. Lines of older documents have no `earned` and no `takenBack`. */
function bills({ filter }: DocumentLine, fact: BillableFact): boolean {
  if (filter === null) return false;
  return (
    filter.month === fact.month &&
    (filter.earned ?? fact.earned) === fact.earned &&
    filter.contract === fact.contract &&
    filter.dealType === fact.dealType &&
    filter.productId === fact.productId &&
    filter.geoId === fact.geoId &&
    (filter.takenBack ?? compareMoney(fact.exact, '0') < 0) === compareMoney(fact.exact, '0') < 0
  );
}

/**
 * The amount that a credit note begins with: the disputed amount minus what was already credited of the line. Earlier
 * credits are assumed to be for the dispute, so that it is not offered twice. At most what is left of the line is offered,
 * and 0 if the sign differs from that of the line.
 */
function offeredOf(line: CreditableLine, disputed: string, rounding: Rounding): string {
  const left = leftToCredit(line);
  const open = roundMoney(subtractMoney(disputed, line.credited), rounding);
  const isNegative = compareMoney(line.net, '0') < 0;
  if (compareMoney(open, '0') < 0 !== isNegative) return '0';
  const isOver = isNegative ? compareMoney(open, left) < 0 : compareMoney(open, left) > 0;
  if (isOver) return left;
  return open;
}

/** The lines of an invoice with facts whose disputes are open or accepted, and how much of them is not credited yet. */
export async function readDisputedLines(
  { db, clickhouse }: { db: Queryable; clickhouse: ClickHouse },
  documentId: number,
): Promise<{ position: number; amount: string }[]> {
  const { side, payload } = await readDocument(db, documentId);
  const disputed = await readRows(
    db,
    factRow,
    sql`SELECT fact_id FROM disputes WHERE document_id = ${documentId} AND state <> 'rejected'`,
  );
  if (disputed.length === 0) return [];
  const facts = await findFacts(clickhouse, { side, factIds: disputed.map(({ factId }) => factId) });
  const creditable = await readCreditable(db, documentId);
  return payload.lines.flatMap((line) => {
    const own = facts.filter((fact) => bills(line, fact));
    const credit = creditable.find(({ position }) => position === line.position);
    if (own.length === 0 || credit === undefined) return [];
    const amount = offeredOf(credit, sumMoney(own.map(({ exact }) => exact)), roundingOf(payload));
    if (compareMoney(amount, '0') === 0) return [];
    return [{ position: line.position, amount }];
  });
}
