/** The app addresses that offers and direct links may have. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { appScheme } from '@signpost/contract/entities/app-scheme.ts';
import { directLink } from '@signpost/contract/entities/direct-link.ts';
import { offer } from '@signpost/contract/entities/offer.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, refusal } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';
import { inputs } from '../../workplace/records/testing/inputs.ts';

const appSchemeCalls = entityCalls(appScheme);
const directLinkCalls = entityCalls(directLink);
const offerCalls = entityCalls(offer);

const world = await testApp();
const admin = await world.signIn('Admin');
const manager = await world.signIn('Management');
const { inputFor, referenceTo } = inputs(admin);

let serial = 0;
const link = (more: Record<string, unknown>) => {
  serial += 1;
  return { slug: `app-${serial}`, targetUrl: 'https://shop.example/', status: 'active', ...more };
};
const SHOP = { androidUrl: 'shop://open?c={click_id}' };
const REFUSAL = {
  path: 'androidUrl',
  message: 'Addresses with shop: are not allowed yet. An Admin can add the scheme “shop” under Tags → App schemes.',
};

describe('An own scheme', () => {
  it('is refused with who can allow it, allowed by Admins only, and refused again for new saves once it is archived', async () => {
    const refused = await attempt(manager, directLinkCalls.create, { body: link(SHOP) });
    expect([refused.status, refused.body.errors]).toEqual([400, [REFUSAL]]);
    expect((await refusal(manager, appSchemeCalls.create, { body: { name: 'shop' } })).status).toBe(403);
    const allowed = await attempt(admin, appSchemeCalls.create, { body: { name: 'shop' } });
    expect([allowed.status, allowed.body.errors ?? []]).toEqual([201, []]);
    expect((await attempt(manager, directLinkCalls.create, { body: link(SHOP) })).status).toBe(201);
    const intent = { androidUrl: 'intent://open#Intent;scheme=shop;package=com.shop;end' };
    expect((await attempt(manager, directLinkCalls.create, { body: link(intent) })).status).toBe(201);

    const { id } = allowed.body.data;
    expect((await attempt(admin, appSchemeCalls.archive, { params: { id } })).status).toBe(200);
    expect((await refusal(manager, directLinkCalls.create, { body: link(SHOP) })).errors).toEqual([REFUSAL]);
  });

  it.each(['javascript', 'file', 'https', 'Shop', 'shop:'])('that is “%s” can be allowed by nobody', async (name) => {
    expect((await refusal(admin, appSchemeCalls.create, { body: { name } })).status).toBe(400);
  });
});

describe('An app address', () => {
  it('is refused if it could run code, or if its system does not open it', async () => {
    const { body } = await attempt(admin, directLinkCalls.create, {
      body: link({ androidUrl: 'javascript:alert(1)', iosUrl: 'shop://open' }),
    });
    expect(body.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'androidUrl', message: expect.stringContaining('run code') }),
        expect.objectContaining({ path: 'iosUrl', message: expect.stringContaining('Safari') }),
      ]),
    );
  });

  it('of an offer needs a web target and an allowed scheme, when it is created and when it is changed', async () => {
    const input = { ...(await inputFor(offer)), partnerId: await referenceTo('partner') };
    const market = { androidUrl: 'market://details?id=com.shop' };
    const alone = await attempt(admin, offerCalls.create, { body: { ...input, targetUrl: null, ...market } });
    expect(alone.body.errors).toEqual([
      { path: 'targetUrl', message: 'Enter the web target as well: devices without the app go there.' },
    ]);
    const made = await attempt(admin, offerCalls.create, {
      body: { ...input, targetUrl: 'https://shop.example/', ...market },
    });
    expect([made.status, made.body.errors ?? []]).toEqual([201, []]);
    const { id, version } = made.body.data;
    const changed = await attempt(admin, offerCalls.update, {
      params: { id },
      body: { version, values: { androidUrl: 'other://open' } },
    });
    expect([changed.status, changed.body.errors?.[0]?.path]).toEqual([400, 'androidUrl']);
  });
});
