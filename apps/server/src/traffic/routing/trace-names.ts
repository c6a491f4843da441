/** The current names of the records in a trace, and the creation time of its configuration. */
import type { TraceStep } from '@signpost/contract/traffic/clicks/trace.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import { namesFor, type Reference } from './words.ts';

interface Named {
  campaign_box_id: number;
  campaign_id: number;
  offer_id: number;
  partner_id: number;
  configuration: string;
  steps: readonly TraceStep[];
}

interface DealName {
  partnerId: number;
  partner: string;
  dealType: string;
}

/** Names by id; `#id` if the record no longer exists. */
export interface TraceNames {
  box(id: number): string;
  campaign(id: number): string;
  offer(id: number): string;
  partner(id: number): string;
  deal(id: number): DealName;
  /** When that configuration was created; null if it was never changed. */
  configuredAt(configuration: string): string | null;
}

function referencesIn(fact: Named): Reference[] {
  const skipped = fact.steps.filter((step) => step.step === 'campaign').flatMap((step) => step.skipped ?? []);
  const references: Reference[] = [
    ['campaignBox', fact.campaign_box_id],
    ['campaign', fact.campaign_id],
    ['offer', fact.offer_id],
    ['partner', fact.partner_id],
    ...skipped.map(({ campaignId }): Reference => ['campaign', campaignId]),
  ];
  return references.filter(([, id]) => id !== 0);
}

const dealsIn = ({ steps }: Named): number[] =>
  steps
    .filter((step) => step.step === 'deal')
    .flatMap(({ dealId = [], skipped = [] }) => [dealId, skipped.map((one) => one.dealId)].flat());

const dealNameRow = z.object({ id: z.number(), partnerId: z.number(), partner: z.string(), dealType: z.string() });
const momentRow = z.object({ id: z.string(), at: z.date() });

/** Reads all of them with one query. */
export async function traceNames(db: Queryable, facts: readonly Named[]): Promise<TraceNames> {
  const nameOf = await namesFor(db, facts.flatMap(referencesIn));
  const deals = await readRows(
    db,
    dealNameRow,
    sql`SELECT d.id, d.partner_id, p.name AS partner, d.deal_type FROM deals d JOIN partners p ON p.id = d.partner_id
      WHERE d.id = ANY(${facts.flatMap(dealsIn)}::bigint[])`,
  );
  const moments = await readRows(
    db,
    momentRow,
    sql`SELECT id::text AS id, at FROM audit WHERE id = ANY(${facts.map(({ configuration }) => configuration)}::bigint[])`,
  );
  const dealsById = new Map(deals.map(({ id, ...deal }) => [id, deal]));
  const times = new Map(moments.map(({ id, at }) => [id, at.toISOString()]));
  return {
    box: (id) => nameOf('campaignBox', id),
    campaign: (id) => nameOf('campaign', id),
    offer: (id) => nameOf('offer', id),
    partner: (id) => nameOf('partner', id),
    deal: (id) => dealsById.get(id) ?? { partnerId: 0, partner: `#${id}`, dealType: '' },
    configuredAt: (configuration) => times.get(configuration) ?? null,
  };
}
