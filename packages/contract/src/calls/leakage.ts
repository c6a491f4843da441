/** The leakage meter. */
import { z } from 'zod';
import { LEAKAGE_DAYS, leakageSchema } from '../insight/leakage/leakage.ts';
import { defineCall } from './define-call.ts';
import { readLeakageHead } from './first-screen.ts';

export const readLeakage = defineCall({
  ...readLeakageHead,
  summary: 'What was lost in the last days by its first cause, and what has been mended.',
  tag: 'Leakage',
  access: { routes: ['leakage'], action: 'view' },
  rows: 'staff',
  query: z.object({
    days: z.coerce
      .number<unknown>()
      .refine((days) => LEAKAGE_DAYS.some((one) => one === days), `Choose one of ${LEAKAGE_DAYS.join(', ')} days.`)
      .default(7),
  }),
  answer: leakageSchema,
});
