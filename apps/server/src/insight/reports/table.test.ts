import { statsCall } from '@signpost/contract/calls/stats.ts';
import { parseFormula } from '@signpost/contract/insight/reports/formula.ts';
import { planReport, reportDefinitionSchema } from '@signpost/contract/insight/reports/report.ts';
import { expressionUnits, metricUnits, unitsText } from '@signpost/contract/insight/reports/units.ts';
import type { StatsData } from '@signpost/contract/insight/stats/answer.ts';
import { DIMENSION_KEYS, dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import { METRICS, metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { textItemLabel } from '@signpost/contract/records/text-items.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAttributes } from '../stats/attributes.ts';
import { factsOf, itemsOf, MEASURES, micros } from '../stats/testing/model.ts';
import { randomWorld } from '../stats/testing/random-world.ts';
import { rowWriter, tableLines } from './rows.ts';
import type { ReportScope } from './statements.ts';
import { totalsOf } from './totals.ts';

const { app, world } = await randomWorld(7, 900);
const admin = await app.signIn('Admin');
const { clickhouse } = app.databases;
const attributes = await readAttributes(app.db);
const NOW = new Date('2026-06-01T00:00:00Z');
const FORMULAS = [
  'revenue / visits',
  '(revenue - totalCost) / (leads + clickouts)',
  '-profit * 2 + cost / 3',
  'leads / clickouts * 100 - visits',
  'earningsPerClick / 7',
  '(leads - 5) * (visits + 0.25) / impressions',
] as const;

type Raw = Record<string, unknown>;

async function answerOf(question: Raw, formulas: readonly string[]) {
  const definition = reportDefinitionSchema.parse({
    question,
    columns: formulas.map((formula, index) => ({ name: `Own ${index}`, formula })),
  });
  const plan = planReport(definition, { due: NOW, now: NOW });
  const scope: ReportScope = { attributes, facts: null, asOf: NOW };
  const writer = rowWriter(plan, scope);
  const rows: { keys: string[]; values: string[] }[] = [];
  for await (const lines of tableLines({ clickhouse }, plan, scope))
    rows.push(...lines.map((line) => writer.cells(line)));
  return { plan, rows, totals: await totalsOf({ clickhouse }, plan, scope) };
}

const days = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 12 })).map(([from, length]) => {
  const at = (offset: number) => new Date(Date.UTC(2025, 2, 20 + offset)).toISOString().slice(0, 10);
  return { start: at(from), end: at(from + length) };
});
const questions = fc.record({
  tab: fc.constantFrom('global', 'clickout', 'referralCode'),
  levels: fc
    .uniqueArray(fc.constantFrom(...DIMENSION_KEYS), { minLength: 1, maxLength: 4 })
    .map((keys) => keys.map((type) => ({ type }))),
  dateRange: days,
  attribution: fc.constantFrom('event', 'click'),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns'),
  filters: fc.constantFrom({}, { geo: [0, 1, 2] }, { device: ['mobile'] }, { browser: ["O'Browser \\"] }),
  columns: fc.uniqueArray(fc.constantFrom(...METRICS.map(({ id }) => id)), { minLength: 1, maxLength: 6 }),
  orderByDirection: fc.constantFrom('asc', 'desc'),
});

it('has the totals that the screen shows, for random questions', async () => {
  await fc.assert(
    fc.asyncProperty(questions, fc.option(days, { nil: undefined }), async (question, compare) => {
      const asked = { ...question, ...(compare && { compare }) };
      const { totals, plan } = await answerOf(asked, []);
      const paths = { global: 'tabs', clickout: 'tabs/publisher', referralCode: 'tabs' } as const;
      const { status, body } = await attempt(admin, statsCall({ path: `statistics/${paths[question.tab]}` }), {
        query: asked,
      });
      expect([status, body.errors]).toEqual([200, undefined]);
      const data: StatsData = body.data;
      const shown = plan.question.columns.flatMap((id) => {
        const sides = compare === undefined ? [data.totals.stats] : [data.totals.stats, data.totals.compare];
        return sides.map((stats) => [id, stats?.[String(id)] ?? null] as const);
      });
      for (const [index, [id, value]] of shown.entries()) {
        const inFile = totals.values[index];
        if (value === null) expect(inFile).toBe('');
        else if (metricOf(id).format === 'percent') expect(Number(inFile)).toBeCloseTo(Number(value) * 100, 4);
        else expect(inFile).toBe(String(value));
      }
    }),
    { numRuns: thorough(15, 40) },
  );
});

it('has a row for each combination of keys, exactly as computed from the facts, with own columns', async () => {
  await fc.assert(
    fc.asyncProperty(questions, fc.subarray([...FORMULAS], { minLength: 1 }), async (question, formulas) => {
      const asked = { ...question, tab: 'global' as const };
      const { rows, plan } = await answerOf(asked, formulas);
      const groups = new Map<string, Map<string, bigint>>();
      const visitors = new Map<string, Set<string>>();
      for (const fact of factsOf(world, plan.question)) {
        const at = plan.question.attribution === 'click' ? fact.clickAt : fact.at;
        const keys = plan.keys
          .map((key) =>
            itemsOf(world, fact, key, at, plan.question.timeZone).map((item) =>
              item === '' ? 'Und.' : typeof item === 'string' ? textItemLabel(key, item) : String(item),
            ),
          )
          .reduce<string[]>((list, items) => list.flatMap((one) => items.map((item) => `${one}\u0001${item}`)), ['']);
        for (const key of keys) {
          const sums = groups.get(key) ?? new Map<string, bigint>();
          for (const measure of MEASURES) sums.set(measure, (sums.get(measure) ?? 0n) + micros(fact[measure]));
          groups.set(key, sums);
          const seen = visitors.get(key) ?? new Set();
          if (fact.visits > 0) seen.add(fact.visitorId);
          visitors.set(key, seen);
        }
      }
      const expected = [...groups].map(([key, sums]) => {
        const values = Object.fromEntries(
          [...sums].map(([name, value]) => {
            const text = String(value < 0n ? -value : value).padStart(7, '0');
            return [name, `${value < 0n ? '-' : ''}${text.slice(0, -6)}.${text.slice(-6)}`];
          }),
        );
        const all = { ...values, uniqueVisitors: visitors.get(key)?.size ?? 0 };
        const cells = plan.columns.map((column) =>
          unitsText(
            column.kind === 'metric'
              ? metricUnits(metricOf(column.id).formula, all)
              : expressionUnits(column.expression, all),
            column.format,
          ),
        );
        return `${key.split('\u0001').slice(1).join('|')} = ${cells.join('|')}`;
      });
      const found = rows.map(({ keys, values }) => {
        let at = 0;
        const ids = plan.keys.map((key) => {
          const isRecord = dimensionOf(key).idKind === 'numeric';
          at += isRecord ? 2 : 1;
          return keys[at - 1];
        });
        return `${ids.join('|')} = ${values.join('|')}`;
      });
      expect(found.toSorted()).toEqual(expected.toSorted());
      for (const text of formulas) expect(parseFormula(text).problem).toBeNull();
    }),
    { numRuns: thorough(15, 40) },
  );
});
