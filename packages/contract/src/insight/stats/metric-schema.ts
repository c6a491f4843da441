import { z } from 'zod';
import { isMetricId, type MetricId } from './metrics.ts';

/** The id of a metric, as a number or as the text that an address carries. */
export const metricIdSchema = z
  .union([z.number(), z.string().regex(/^\d{1,3}$/, 'Must be the id of a metric.')])
  .transform((value, context): MetricId => {
    const id = Number(value);
    if (isMetricId(id)) return id;
    context.addIssue({ code: 'custom', message: `No metric has the id ${id}.` });
    return z.NEVER;
  });
