/** Tests the order in which buyers are asked, and what is stored of their answers. */
import { PLAIN_ADAPTER } from '@signpost/contract/partners/leads/adapter.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { waterfall } from './buyers.ts';
import { offer } from './offer.ts';

describe('The waterfall', () => {
  const buyers = [
    { dealId: 1, robotPartnerId: 7, weight: 60, blocked: false },
    { dealId: 2, robotPartnerId: 7, weight: 30, blocked: true },
    { dealId: 3, robotPartnerId: 8, weight: 10, blocked: false },
  ];

  it('gives each buyer its share of first offers, and a blocked deal no others', () => {
    const first = [0, 0, 0];
    const runs = 20_000;
    for (let lead = 1; lead <= runs; lead += 1) {
      const order = waterfall(buyers, lead);
      const at = order[0] === undefined ? -1 : buyers.indexOf(order[0]);
      first[at] = (first[at] ?? 0) + 1;
      expect(order.slice(1).some(({ blocked }) => blocked)).toBe(false);
      expect(waterfall(buyers, lead)).toEqual(order);
    }
    const chi = buyers.reduce((sum, { weight }, at) => {
      const expected = (runs * weight) / 100;
      return sum + ((first[at] ?? 0) - expected) ** 2 / expected;
    }, 0);
    expect(chi).toBeLessThan(13.8);
  });

  it('asks no buyer twice, and asks the remaining buyers by descending weight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ weight: fc.integer({ min: 1, max: 100 }), blocked: fc.boolean() }), { maxLength: 8 }),
        fc.nat(),
        (list, lead) => {
          const all = list.map((deal, at) => ({ ...deal, dealId: at + 1, robotPartnerId: 7 }));
          const order = waterfall(all, lead);
          expect(new Set(order).size).toBe(order.length);
          const rest = order.slice(1).map(({ weight }) => weight);
          expect(rest).toEqual([...rest].sort((a, b) => b - a));
        },
      ),
    );
  });
});

describe('The stored answer of a buyer', () => {
  const person = {
    email: 'ann.lee@example.com',
    phone: '+436601234567',
    firstName: 'Ann',
    lastName: 'Lee (Jr.)',
    ip: '192.0.2.7',
    country: 'AT',
    extra: { employer: 'Acme Corporation', size: 'big' },
  };
  const buyer = {
    robotPartnerId: 1,
    partnerId: 1,
    dealId: 1,
    weight: 1,
    blocked: false,
    endpointUrl: 'https://x.example/',
    method: 'POST' as const,
    bodyFormat: 'json' as const,
    timeoutMs: 1,
    apiKey: '',
    adapter: PLAIN_ADAPTER,
    caps: [],
  };
  const places = { leadId: '1', clickId: '', product: '', source: '', subs: [] };

  it.each([
    ['We cannot take ANN.LEE@EXAMPLE.COM', 'We cannot take •••'],
    ['mail=ann.lee%40example.com&tel=%2B436601234567', 'mail=•••&tel=•••'],
    ['Dear ann LEE (JR.), you are no big fish', 'Dear ••• •••, you are no big fish'],
    ['Works at acme corporation from 192.0.2.7', 'Works at ••• from •••'],
  ])('%s', async (body, detail) => {
    const answer = {
      http: 422,
      ms: 1,
      location: null,
      contentType: '',
      headers: {},
      cookies: [],
      certificateUntil: null,
      body,
    };
    expect(await offer(async () => answer, buyer, person, places)).toMatchObject({ outcome: 'rejected', detail });
  });
});
