/** A person's own preferences and sessions. */
import { z } from 'zod';
import { isTimeZone } from '../../dates/dates.ts';
import { NUMBER_FORMATS, WEEK_STARTS } from '../../dates/habits.ts';
import { MESSAGE } from '../../define/validators.ts';
import { keysOf } from '../../objects.ts';
import { isCurrency } from '../../reading/iso-currencies.ts';
import { TAB_NAMES } from '../../routes/tab-names.ts';

export const profilePatch = z.strictObject({
  timeZone: z.string().max(64).refine(isTimeZone, { error: MESSAGE.timeZone }).optional(),
  homeTab: z.enum(TAB_NAMES).nullable().optional(),
  weekStart: z.enum(WEEK_STARTS).optional(),
  numberFormat: z.enum(keysOf(NUMBER_FORMATS)).nullable().optional(),
  displayCurrency: z.string().refine(isCurrency, { error: MESSAGE.currency }).nullable().optional(),
});

export const sessionRowSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  userAgent: z.string(),
  /** The session this call was made in. */
  current: z.boolean(),
});
export type SessionRow = z.infer<typeof sessionRowSchema>;
