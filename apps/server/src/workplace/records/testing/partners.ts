/** Partners for tests of records, because a partner has the most kinds of fields. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { recordRowSchema } from '@signpost/contract/define/entity.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { Caller } from '@signpost/testkit/app.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { expect } from 'vitest';
import { z } from 'zod';

const partnerCalls = entityCalls(entities.partner);

/** The parts of a partner's answer that tests look at. */
export const savedPartner = recordRowSchema.extend({
  name: z.string(),
  integrations: z.array(z.number()),
  deals: z.array(z.looseObject({ id: z.number(), fixedAmount: z.string(), labels: z.record(z.string(), z.string()) })),
});
export type Saved = z.infer<typeof savedPartner>;

/** An input that passes every rule. */
export const partner = (more: Record<string, unknown> = {}) => ({
  name: `Partner ${Math.random()}`,
  partnerTypeId: 105,
  status: 'active',
  currency: 'EUR',
  timeZone: 'Europe/Malta',
  integrations: [1],
  tags: [],
  deals: [],
  ...more,
});

/** A deal that passes every rule. */
export const deal = (more: Record<string, unknown> = {}) => ({
  geoId: 14,
  integrationId: 1,
  dealType: 'CPA',
  dealRevenueType: 'firstDeposit',
  fixedAmount: '120.5',
  leadCap: 100,
  waterfallBlocked: false,
  weight: 3,
  ...more,
});

/** Creates partners as a person who may. */
export const partnersOf =
  (admin: Caller) =>
  async (more: Record<string, unknown> = {}): Promise<Saved> => {
    const { status, body } = await attempt(admin, partnerCalls.create, { body: partner(more) });
    expect(body).toMatchObject({ status: 'SUCCESS' });
    expect(status).toBe(201);
    return savedPartner.parse(body.data);
  };
