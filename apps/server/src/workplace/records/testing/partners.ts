/** Partners for tests of records, because a partner has the most kinds of fields. */
import type { Caller } from '@signpost/testkit/app.ts';
import { expect } from 'vitest';

export interface Saved {
  id: number;
  version: number;
  name: string;
  archivedAt: string | null;
  integrations: number[];
  deals: { id: number; fixedAmount: string; labels: Record<string, string> }[];
  labels: Record<string, string>;
  may: { edit: boolean; archive: boolean };
}

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
    const { status, body } = await admin('POST', '/api/partners', partner(more));
    expect(body).toMatchObject({ status: 'SUCCESS' });
    expect(status).toBe(201);
    return body.data;
  };
