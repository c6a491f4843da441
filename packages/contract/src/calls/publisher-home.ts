/** The home of a publisher: what its visitors do and earn, its links, and whom to ask. */
import { z } from 'zod';
import { statsSchema } from '../insight/stats/answer.ts';
import { type MetricId, metric } from '../insight/stats/metrics.ts';
import { defineCall } from './define-call.ts';

/** The figures that a publisher sees about its visitors. None of them says how much these visitors earn us. */
export const PUBLISHER_FIGURES: readonly MetricId[] = [
  metric.visits.id,
  metric.clickouts.id,
  metric.leads.id,
  metric.firstDeposits.id,
];
/** The periods of the figures, in words of the date ranges. */
export const PUBLISHER_PERIODS = ['today', 'last7Days', 'thisMonth'] as const;
export const PUBLISHER_PERIOD_LABELS: Readonly<Record<(typeof PUBLISHER_PERIODS)[number], string>> = {
  today: 'Today',
  last7Days: '7 days',
  thisMonth: 'This month',
};

const money = z.string();

export const publisherHomeSchema = z.object({
  /** Null for a person who belongs to no publisher. */
  publisher: z.object({ id: z.number(), name: z.string(), commissionPercent: z.string().nullable() }).nullable(),
  /** In base currency: commissions and flat fees. */
  periods: z.array(z.object({ period: z.enum(PUBLISHER_PERIODS), stats: statsSchema, earnings: money })),
  /** The last 30 days, the oldest first. */
  days: z.array(z.object({ day: z.iso.date(), visits: z.number(), earnings: money })),
  /** Active boxes on the publisher's websites. */
  links: z.array(z.object({ id: z.number(), name: z.string(), website: z.string(), path: z.string() })),
  /** Where we report conversions to. */
  postbacks: z.array(z.object({ id: z.number(), name: z.string(), events: z.array(z.string()), url: z.string() })),
  contact: z.object({ name: z.string(), email: z.string() }).nullable(),
});
export type PublisherHome = z.infer<typeof publisherHomeSchema>;

export const readPublisherHome = defineCall({
  name: 'readPublisherHome',
  summary: 'What the visitors of the viewer’s own publisher do and earn, its links, postbacks and contact.',
  tag: 'Publishers',
  method: 'GET',
  path: 'publisher-home',
  access: 'signedIn',
  rows: 'own',
  answer: publisherHomeSchema,
});
