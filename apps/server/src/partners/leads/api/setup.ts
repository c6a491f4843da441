/** Routes to set up leads: the key of a site, and the test of a lead buyer with made-up data. */

import { makeLeadKey, showLeadKey, testLeadBuyer } from '@signpost/contract/calls/leads.ts';
import { website } from '@signpost/contract/entities/website.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { TestLeadResult } from '@signpost/contract/partners/leads/adapter.ts';
import { readAnswer } from '@signpost/contract/partners/leads/adapter.ts';
import type { SiteKey } from '@signpost/contract/partners/leads/summary.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { OutgoingError, type Send } from '../../../platform/outgoing.ts';
import { readRows } from '../../../platform/rows.ts';
import { hashOfToken, newToken } from '../../../platform/tokens.ts';
import { authorOf, recordEvent } from '../../../workplace/records/change.ts';
import { type Buyer, readRobot } from '../buyers.ts';
import { requestOf } from '../offer.ts';
import type { Person } from '../person.ts';

const KEY_BYTES = 18;
const HINT = 4;
const KEPT_ANSWER = 4_000;

/** A made-up person; buyers recognise such test leads by the name. */
const SAMPLE: Person = {
  email: 'test@example.com',
  phone: '+43660000000',
  firstName: 'Test',
  lastName: 'Lead',
  ip: '192.0.2.1',
  country: 'AT',
  extra: {},
};

const keyRow = z.object({ hint: z.string() });

export function leadSetupRoutes(app: App, deps: Deps): void {
  handle(app, showLeadKey, async ({ params: { id } }) => {
    const rows = await readRows(deps.db, keyRow, sql`SELECT hint FROM website_lead_keys WHERE website_id = ${id}`);
    const found: SiteKey = { key: null, hint: rows[0]?.hint ?? null };
    return found;
  });

  handle(app, makeLeadKey, async ({ params: { id }, viewer, request }) => {
    const key = newToken(KEY_BYTES);
    const hint = key.slice(-HINT);
    const at = deps.clock.now();
    await deps.db.transaction().execute(async (trx) => {
      const { rows } = await sql`SELECT 1 FROM websites WHERE id = ${id} FOR UPDATE`.execute(trx);
      if (rows.length === 0) throw new AppError('ITEM_NOT_FOUND');
      await sql`INSERT INTO website_lead_keys (website_id, hint, key_hash, changed_at)
        VALUES (${id}, ${hint}, ${hashOfToken(key)}, ${at})
        ON CONFLICT (website_id) DO UPDATE SET hint = excluded.hint, key_hash = excluded.key_hash,
          changed_at = excluded.changed_at`.execute(trx);
      const author = authorOf({ clock: deps.clock, actor: { viewer, requestId: request.id } });
      await recordEvent(trx, author, { entity: website, id, after: { leadKey: 'replaced' } });
    });
    const made: SiteKey = { key, hint };
    return made;
  });

  handle(app, testLeadBuyer, async ({ params: { id } }) => {
    const buyer = await readRobot(deps.db, id);
    if (buyer === undefined) throw new AppError('ITEM_NOT_FOUND');
    return await tryOut(deps.send, buyer);
  });
}

/** Sends one real request with made-up data; nothing is stored and no cap changes. */
async function tryOut(send: Send, buyer: Buyer): Promise<TestLeadResult> {
  const buyerRequest = requestOf(buyer, SAMPLE, {
    leadId: 'test',
    clickId: '01900000-0000-7000-8000-000000000000',
    product: 'Test',
    source: 'test',
    subs: [],
  });
  const hidden = (text: string): string => {
    if (buyer.apiKey === '') return text;
    return text.replaceAll(buyer.apiKey, '••••');
  };
  const headers = Object.entries(buyerRequest.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const shownRequest = {
    url: hidden(buyerRequest.url),
    method: buyerRequest.method ?? 'GET',
    sent: hidden([...headers, '', buyerRequest.body ?? ''].join('\n').trim()),
  };
  try {
    const answer = await send(buyerRequest);
    const { http, ms, body } = answer;
    return {
      ...shownRequest,
      http,
      ms,
      answer: hidden(body.slice(0, KEPT_ANSWER)),
      read: readAnswer(buyer.adapter, answer),
    };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const read = { outcome: 'error', redirectUrl: null, reason: error.message } as const;
    return { ...shownRequest, http: null, ms: error.ms, answer: '', read };
  }
}
