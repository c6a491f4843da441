/** Plans a change of deals of many partners. Every change is shown first, and exactly what was shown is applied. */

import { isVisible } from '@signpost/contract/define/parse.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { divideMoney, issueMoney, multiplyMoney } from '@signpost/contract/money/money.ts';
import { isObject, objectsOf } from '@signpost/contract/objects.ts';
import type { DealChange, DealPreview, DealPreviewAsk } from '@signpost/contract/records/deals.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { toInput } from '../../workplace/records/merge.ts';
import { nameRefusals } from '../../workplace/records/name-refusals.ts';
import { readRecord } from '../../workplace/records/read.ts';
import { validInput } from '../../workplace/records/write.ts';

type Row = Readonly<Record<string, unknown>>;

const dealRow = z.object({ partnerId: z.number(), dealId: z.number() });

/** The partners whose deals the filter matches, in their current state. */
async function touched(db: Queryable, { filter }: DealPreviewAsk) {
  const any = (ids: readonly (number | string)[], column: string, type: string) => {
    if (ids.length === 0) return sql`true`;
    return sql`${sql.ref(column)} = ANY(${[...ids]}::${sql.raw(type)}[])`;
  };
  const rows = await readRows(
    db,
    dealRow,
    sql`SELECT d.partner_id, d.id AS deal_id FROM deals d JOIN partners p ON p.id = d.partner_id
      WHERE d.archived_at IS NULL AND p.archived_at IS NULL AND ${any(filter.partnerIds, 'd.partner_id', 'bigint')}
        AND ${any(filter.geoIds, 'd.geo_id', 'bigint')} AND ${any(filter.integrationIds, 'd.integration_id', 'bigint')}
        AND ${any(filter.dealTypes, 'd.deal_type', 'text')} ORDER BY p.name, d.position`,
  );
  return Map.groupBy(rows, ({ partnerId }) => partnerId);
}

/** The deal after the change; fields that the change does not name stay as they are. */
function changed(row: Row, { change }: DealPreviewAsk): Row {
  const { fixedAmountByPercent, ...plain } = change;
  const next: Record<string, unknown> = {
    ...row,
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
  };
  // An amount belongs to deals that pay one, and a share to deals that pay a share.
  if (!isVisible(partner.fields.deals.of.fixedAmount, row)) next.fixedAmount = row.fixedAmount ?? null;
  else if (fixedAmountByPercent !== undefined && row.fixedAmount !== null) {
    const scaled =
      divideMoney(multiplyMoney(String(row.fixedAmount), String(100 + fixedAmountByPercent)), '100') ?? '0';
    next.fixedAmount = issueMoney(scaled, 2);
  }
  if (!isVisible(partner.fields.deals.of.sharePercent, row)) next.sharePercent = row.sharePercent ?? null;
  return next;
}

const shown = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return String(value);
};
const same = (one: unknown, other: unknown): boolean =>
  shown(one) === shown(other) ||
  (shown(one) !== null && shown(other) !== null && Number(one) === Number(other) && !Number.isNaN(Number(one)));

function labelOf(row: Row | undefined, field: string): string {
  if (!isObject(row?.labels)) return '';
  const label = row.labels[field];
  if (typeof label === 'string') return label;
  return '';
}

export interface Planned {
  partnerId: number;
  version: number;
  input: Row;
  changes: DealChange[];
}

/**
 * The effect that a change would have on each partner now. Errors: VALIDATION, naming the partner whose deals it would
 * break.
 */
export async function planDealChanges(db: Queryable, ask: DealPreviewAsk, now: Date): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const [partnerId, found] of await touched(db, ask)) {
    const record = await readRecord(db, partner, partnerId);
    const wanted = new Set(found.map(({ dealId }) => dealId));
    const before = objectsOf(record.deals);
    const changes: DealChange[] = [];
    const after = objectsOf(toInput(partner, record).deals).map((row, at) => {
      const { id: dealId } = row;
      if (typeof dealId !== 'number' || !wanted.has(dealId)) return row;
      const next = changed(row, ask);
      for (const [field, { label }] of Object.entries(partner.fields.deals.of))
        if (!same(row[field], next[field]))
          changes.push({
            dealId,
            partnerId,
            partner: String(record.name),
            geo: labelOf(before[at], 'geoId'),
            integration: labelOf(before[at], 'integrationId'),
            field,
            label,
            before: shown(row[field]),
            after: shown(next[field]),
          });
      return next;
    });
    if (changes.length === 0) continue;
    // A change that cannot be applied is not shown.
    await nameRefusals(String(record.name), async () =>
      validInput(partner, { ...toInput(partner, record), deals: after }, now),
    );
    planned.push({ partnerId, version: record.version, input: { deals: after }, changes });
  }
  return planned;
}

export const previewOf = (planned: readonly Planned[]): DealPreview => ({
  changes: planned.flatMap(({ changes }) => changes),
  versions: Object.fromEntries(planned.map(({ partnerId, version }) => [partnerId, version])),
});
