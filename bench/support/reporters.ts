/** A partner that reports conversions and a lander that posts leads, both without a pause and through every crash. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { callApi, signInDemo } from './product.ts';

export interface Business {
  token: string;
  partnerId: number;
  websiteId: number;
  postbackKey: string;
  siteKey: string;
}

/** A partner that pays 10 € for a first deposit and accepts `cap` leads per day at `buyerUrl`. */
export async function makeBusiness(port: number, buyerUrl: string, cap: number): Promise<Business> {
  const token = await signInDemo(port);
  const post = <T>(path: string, body: unknown) => callApi<T>(port, 'POST', path, body, token);
  const put = <T>(path: string, body?: unknown) => callApi<T>(port, 'PUT', path, body, token);
  const name = 'Chaos';
  const { id: integrationId } = await post<{ id: number }>('integrations', { name });
  const [geo] = await callApi<{ id: number }[]>(port, 'GET', 'geos?q=AQ', undefined, token);
  const { id: partnerId } = await post<{ id: number }>('partners', {
    name,
    partnerTypeId: 105,
    currency: 'EUR',
    timeZone: 'UTC',
    integrations: [integrationId],
    deals: [
      {
        geoId: geo?.id,
        integrationId,
        dealType: 'CPA',
        dealRevenueType: 'firstDeposit',
        fixedAmount: '10',
        weight: 1,
        leadCap: cap,
      },
    ],
  });
  await post('robot-partners', {
    name,
    partnerId,
    integrationId,
    status: 'active',
    endpointUrl: buyerUrl,
    method: 'POST',
    bodyFormat: 'json',
    timeoutSeconds: 10,
  });
  const { id: websiteId } = await post<{ id: number }>('websites', { name: 'chaos.example', websiteKind: 'own' });
  const { key: postbackKey } = await put<{ key: string }>(`partners/${partnerId}/postback`, { protection: 'none' });
  const { key: siteKey } = await put<{ key: string }>(`websites/${websiteId}/lead-key`);
  return { token, partnerId, websiteId, postbackKey, siteKey };
}

/** The acknowledged transactions and leads, by their ids. */
export interface Acknowledged {
  transactions: Set<string>;
  leads: Set<number>;
}

const REPORTERS = 4;
const LANDERS = 3;

/**
 * Runs until it is stopped. Refused or lost requests are sent again with the same ids, as partners do. Every report is sent
 * twice, the second time to `otherPort` if there is another router.
 */
export function startReporting(
  ports: { port: number; clickPort: number; otherPort?: number },
  { postbackKey, siteKey }: Business,
  clicks: readonly string[],
  acknowledged: Acknowledged,
): { stop(): Promise<void> } {
  let stopped = false;
  const untilTaken = async (send: () => Promise<Response>): Promise<Response | undefined> => {
    while (!stopped) {
      const answer = await send().catch(() => undefined);
      if (answer?.ok) return answer;
      await delay(30);
    }
    return undefined;
  };
  const anyClick = (): string => clicks[Math.floor(Math.random() * clicks.length)] ?? '';
  async function report(): Promise<void> {
    while (!stopped) {
      const txid = randomUUID();
      const query = new URLSearchParams({ click_id: anyClick(), status: 'first_deposit', txid, amount: '50' });
      const send = (clickPort: number) => () =>
        fetch(`http://127.0.0.1:${clickPort}/postback/${postbackKey}?${query}`, {
          signal: AbortSignal.timeout(5_000),
        });
      // Sent twice, because partners send reports repeatedly.
      const { clickPort, otherPort = clickPort } = ports;
      const [taken] = await Promise.all([untilTaken(send(clickPort)), untilTaken(send(otherPort))]);
      if (taken !== undefined) acknowledged.transactions.add(txid);
    }
  }
  async function land(): Promise<void> {
    while (!stopped) {
      const body = JSON.stringify({ email: `${randomUUID()}@example.com`, country: 'AQ', clickId: anyClick() });
      const taken = await untilTaken(() =>
        fetch(`http://127.0.0.1:${ports.port}/api/public/leads`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-site-key': siteKey },
          body,
          signal: AbortSignal.timeout(12_000),
        }),
      );
      if (taken !== undefined) acknowledged.leads.add((await taken.json()).data.id);
      await delay(40);
    }
  }
  const all = Promise.allSettled([
    ...Array.from({ length: REPORTERS }, report),
    ...Array.from({ length: LANDERS }, land),
  ]);
  return {
    async stop() {
      stopped = true;
      await all;
    },
  };
}
