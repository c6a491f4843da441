import { z } from 'zod';
import { payoutDifferenceSchema } from '../partners/conversions/payout-differences.ts';
import { defineCall } from './define-call.ts';

export const listPayoutDifferences = defineCall({
  name: 'listPayoutDifferences',
  summary: 'Deals whose partners lately reported another payout than the fixed amount of the deal.',
  tag: 'Transactions',
  method: 'GET',
  path: 'payout-differences',
  access: { routes: ['affiliateTransactions'], action: 'view' },
  rows: 'staff',
  answer: z.array(payoutDifferenceSchema),
});
