/** The questions of the stats tabs, their files, and related calls. `influensers` is the specification's spelling. */
import { z } from 'zod';
import type { EntityDefinition } from '../define/entity.ts';
import { campaignBox } from '../entities/campaign-box.ts';
import { seoCampaignBox } from '../entities/seo-campaign-box.ts';
import { statsDataSchema, statsMetaSchema } from '../insight/stats/answer.ts';
import { boxFiguresSchema } from '../insight/stats/box-figures.ts';
import { configurationChangeSchema } from '../insight/stats/changes.ts';
import { chartDataSchema } from '../insight/stats/chart.ts';
import { lifetimeDataSchema, lifetimeFilter } from '../insight/stats/lifetime.ts';
import { whyDataSchema } from '../insight/stats/why.ts';
import { defineCall, FILE, idParams } from './define-call.ts';
import { statsHead } from './first-screen.ts';

const tag = 'Statistics';
const onStats = { access: { routes: ['stats'], action: 'view' }, rows: 'own' } as const;

/** A question; the handler reads it for the tab that it names (`readQuestion`). */
const question = z.record(z.string(), z.unknown());

/** The call for the questions of the tabs at an address. */
export function statsCall({ path }: { path: string }) {
  return defineCall({
    ...statsHead({ path }),
    summary: 'The rows, totals and series of a question to a stats tab.',
    tag,
    ...onStats,
    query: question,
    answer: statsDataSchema,
    meta: statsMetaSchema,
  });
}
export type StatsCall = ReturnType<typeof statsCall>;

export const exportStats = defineCall({
  name: 'exportStats',
  summary: 'All rows of a question to a stats tab as a file.',
  tag,
  method: 'GET',
  path: 'statistics/export',
  ...onStats,
  query: z.looseObject({ format: z.enum(['csv', 'xlsx']) }),
  answer: FILE,
});

export const readChart = defineCall({
  name: 'readChart',
  summary: 'The several series of the chart of a question: its top items, or its metrics.',
  tag,
  method: 'GET',
  path: 'statistics/chart',
  ...onStats,
  query: question,
  answer: chartDataSchema,
});

export const explainChange = defineCall({
  name: 'explainChange',
  summary: 'Why the king stat moved between two ranges.',
  tag,
  method: 'GET',
  path: 'statistics/why',
  ...onStats,
  query: question,
  answer: whyDataSchema,
});

export const listConfigurationChanges = defineCall({
  name: 'listConfigurationChanges',
  summary: 'What was changed in the configuration during the days of a question, the newest first.',
  tag,
  method: 'GET',
  path: 'statistics/changes',
  ...onStats,
  query: question,
  answer: z.array(configurationChangeSchema),
});

export const readLifetime = defineCall({
  name: 'readLifetime',
  summary: 'What players are worth as they grow older, by the month they came in.',
  tag,
  method: 'GET',
  path: 'statistics/lifetime',
  access: { routes: ['lifetimeView'], action: 'view' },
  rows: 'own',
  query: lifetimeFilter,
  answer: lifetimeDataSchema,
});

const lastDayOf = (box: EntityDefinition) =>
  defineCall({
    name: `${box.name}.lastDay`,
    summary: `${box.one}: its last 24 hours by campaign.`,
    tag: box.many,
    method: 'GET',
    path: `${box.path}/:id/last-day`,
    access: { record: box, verb: 'read' },
    rows: { of: box },
    params: idParams,
    answer: boxFiguresSchema,
  });

export const readBoxLastDay = lastDayOf(campaignBox);
export const readSeoBoxLastDay = lastDayOf(seoCampaignBox);
