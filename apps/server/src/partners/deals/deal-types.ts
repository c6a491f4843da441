/** Deal types and the events that deals pay for, as they are stored. */
import { DEAL_REVENUE_TYPES, DEAL_TYPES } from '@signpost/contract/partners/conversions/deal-types.ts';
import { z } from 'zod';

export const dealTypeSchema = z.enum(DEAL_TYPES.map(({ value }) => value));
export const revenueTypeSchema = z.enum(DEAL_REVENUE_TYPES.map(({ value }) => value));
