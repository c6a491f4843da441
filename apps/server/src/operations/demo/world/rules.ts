/** The demo world's rules, with the mistakes that real ones have, so that Check has something to find. */
import type { ConditionGroup, ConditionTest } from '@signpost/contract/traffic/clicks/conditions.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import type { DemoRecords } from './records.ts';
import { put } from './store-records.ts';
import { shareOf } from './traffic.ts';

const CASINO = 1;
/** So many casino boxes try rules. */
const RULED = 14;
/** The number of boxes with automatic weights. */
const AUTOMATIC = 3;
const WEEK = [1, 2, 3, 4, 5, 6, 7];

const all = (...items: ConditionTest[]): ConditionGroup => ({ match: 'all', items });
const geo = (...values: string[]): ConditionTest => ({ field: 'geo', is: true, values });
const on = (...values: string[]): ConditionTest => ({ field: 'device', is: true, values });

interface DemoRule {
  id: number;
  name: string;
  conditions: ConditionGroup;
  /** The casino campaigns that it leads to, with their weights. */
  to: readonly (readonly [nth: number, weight: number])[];
  status?: 'paused';
  notes?: string;
}

const RULES: readonly DemoRule[] = [
  {
    id: 9001,
    name: 'DACH on phones',
    conditions: all(geo('DE', 'AT', 'CH'), on('mobile')),
    to: [
      [0, 70],
      [5, 30],
    ],
    notes: 'The short landers do better on small screens.',
  },
  {
    id: 9002,
    name: 'Nordic evenings',
    conditions: all(geo('SE', 'NO', 'FI', 'DK'), {
      field: 'hours',
      is: true,
      timeZone: 'Europe/Stockholm',
      days: WEEK,
      from: 18,
      to: 24,
    }),
    to: [[9, 100]],
  },
  {
    id: 9003,
    name: 'Back again on a tablet',
    conditions: all({ field: 'visitor', is: true, values: ['returning'] }, on('tablet')),
    to: [[3, 100]],
  },
  {
    id: 9004,
    name: 'Brand searches',
    conditions: {
      match: 'any',
      items: [
        { field: 'sub1', is: true, how: 'contains', values: ['brand'] },
        { field: 'sub2', is: true, how: 'equals', values: ['exact'] },
      ],
    },
    to: [[6, 100]],
  },
  {
    id: 9005,
    name: 'German iPhones',
    conditions: all(geo('DE'), on('mobile'), { field: 'os', is: true, values: ['iOS'] }),
    to: [[1, 100]],
    notes: 'From before “DACH on phones”.',
  },
  {
    id: 9006,
    name: 'Summer tournament',
    conditions: all({ field: 'dates', is: true, timeZone: 'Europe/Berlin', from: '2026-06-11', to: '2026-07-19' }),
    to: [[7, 100]],
  },
  {
    id: 9007,
    name: 'A fifth to the new lander',
    conditions: all({ field: 'share', is: true, percent: 20 }),
    to: [[10, 100]],
  },
  {
    id: 9008,
    name: 'Review readers at a desk',
    conditions: all(on('desktop'), { ...geo('US'), is: false }),
    to: [[2, 100]],
    status: 'paused' as const,
  },
];

/** The rules that boxes try, one list for each box in turn. The first list shows what Check finds. */
const ON_BOXES = [[9001, 9005, 9006, 9002], [9001, 9002], [9004, 9007], [9003]] as const;

const GLOBAL: DemoRule = {
  id: 9011,
  name: 'Partner tests',
  conditions: all({ field: 'sub5', is: true, how: 'equals', values: ['qa'] }),
  to: [[0, 100]],
  notes: 'Lets partners see one lander from every box: add ?sub5=qa to a link.',
};
const BANNER: DemoRule = {
  id: 9021,
  name: 'Banners at night',
  conditions: all({ field: 'hours', is: true, timeZone: 'UTC', days: WEEK, from: 0, to: 5 }, on('mobile')),
  to: [[4, 100]],
};

/** Stores the rules, puts them on boxes, and lets some boxes weigh themselves. */
export async function storeRules(trx: Trx, { campaigns, boxes }: DemoRecords): Promise<void> {
  const casino = campaigns.filter(({ productId }) => productId === CASINO);
  const rowOf = ({ id, name, conditions, status, notes }: DemoRule) => ({
    id,
    name,
    conditions: JSON.stringify(conditions),
    status: status ?? 'active',
    notes: notes ?? null,
  });
  const sharesOf = (rules: readonly DemoRule[], parent: string) =>
    rules.flatMap(({ id, to }) =>
      to.map(([nth, weight], at) => ({
        id: (id - 9000) * 10 + at,
        [parent]: id,
        position: at + 1,
        weight,
        campaignId: casino[nth % casino.length]?.id ?? 0,
      })),
    );
  await put(trx, 'rules', RULES.map(rowOf));
  await put(trx, 'rule_campaigns', sharesOf(RULES, 'ruleId'));
  await put(trx, 'global_rules', [{ ...rowOf(GLOBAL), position: 10 }]);
  await put(trx, 'global_rule_campaigns', sharesOf([GLOBAL], 'globalRuleId'));
  await put(trx, 'banner_global_rules', [{ ...rowOf(BANNER), position: 10 }]);
  await put(trx, 'banner_global_rule_campaigns', sharesOf([BANNER], 'bannerGlobalRuleId'));
  const own = boxes.filter(({ productId, boxKind }) => productId === CASINO && boxKind === 'regular');
  await put(
    trx,
    'campaign_boxes_rules',
    own
      .slice(0, RULED)
      .flatMap(({ id }, nth) =>
        (ON_BOXES[nth % ON_BOXES.length] ?? []).map((targetId, at) => ({ recordId: id, targetId, position: at + 1 })),
      ),
  );
  // The busiest ones, so that there is something to weigh by.
  const weighed = own
    .filter(({ allocation }) => allocation.length > 2)
    .sort((one, other) => shareOf(other) - shareOf(one))
    .slice(0, AUTOMATIC);
  await sql`UPDATE campaign_boxes SET automatic_weights = 'epc'
    WHERE id = ANY(${weighed.map(({ id }) => id)}::bigint[]) AND version = 1`.execute(trx);
}
