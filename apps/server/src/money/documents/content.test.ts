import { listBilledFacts } from '@signpost/contract/calls/documents.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';
import { documentWorld } from './testing/world.ts';

const { author, view, tell, draft } = await documentWorld();

const paid = (amount: string, more = {}) => ({ partnerId: 951, amount, revenue: amount, firstDeposits: 1, ...more });
const qualified = { dealType: 'CPL', kind: 'qualified_lead', firstDeposits: 0, qualifiedLeads: 1 } as const;

describe('A line of a document', () => {
  it('has pieces and a price only where each piece was paid that price, and what was taken back is a line of its own', async () => {
    await tell([
      // Two first deposits at the price of the deal, one of which was charged back.
      paid('50'),
      paid('50'),
      paid('-50', { kind: 'chargeback', firstDeposits: 0 }),
      // Two prices in one line, as after a change of the deal.
      paid('30', { geoId: 57 }),
      paid('40', { geoId: 57 }),
      // A price whose double is no whole cents, two parts of a hybrid deal, and a share of revenue.
      paid('7.253333', qualified),
      paid('7.253333', qualified),
      paid('20.005', { dealType: 'Hybrid' }),
      paid('6.25', { dealType: 'Hybrid', kind: 'revenue', firstDeposits: 0 }),
      paid('10', { dealType: 'RevShare', kind: 'revenue', firstDeposits: 0 }),
      paid('10', { dealType: 'RevShare', kind: 'revenue', firstDeposits: 0 }),
    ]);
    const id = await draft('receivable', 951);
    const { lines, totals } = (await view(id)).payload;
    expect(lines.map(({ description, quantity, unitPrice, net }) => [description, quantity, unitPrice, net])).toEqual([
      ['CPA Commission · Austria · October 2026 · 2 first deposits', '2', '50.00', '100.00'],
      ['CPA Commission · Austria · October 2026 · taken back', '-1', '50.00', '-50.00'],
      ['CPA Commission · Germany · October 2026 · 2 first deposits', '1', '70.00', '70.00'],
      ['CPL Commission · Austria · October 2026', '1', '14.51', '14.51'],
      ['Hybrid Commission · Austria · October 2026 · 1 first deposit', '1', '26.25', '26.25'],
      ['RevShare Commission · Austria · October 2026', '1', '20.00', '20.00'],
    ]);
    expect(totals.net).toBe('180.76');
    for (const { position, exact, facts } of lines) {
      const { body } = await attempt(author, listBilledFacts, { params: { id }, query: { line: position } });
      expect([body.meta.total, Number(body.meta.exact)]).toEqual([facts, Number(exact)]);
    }
  });
});
