import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { checkLinks } from '@signpost/contract/calls/links.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { mbgMirror } from '@signpost/contract/entities/mbg-mirror.ts';
import type { LinkCheck } from '@signpost/contract/traffic/clicks/link-check.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { outgoing } from '../../platform/outgoing.ts';

const campaignCalls = entityCalls(entities.campaign);
const mbgMirrorCalls = entityCalls(mbgMirror);
const offerCalls = entityCalls(entities.offer);
const partnerCalls = entityCalls(entities.partner);

const world = await testApp();
const guarded = await testApp({ send: outgoing({ allowPrivate: false }) });
const admin = await world.signIn('Admin');
const seen: { path: string; headers: IncomingHttpHeaders }[] = [];
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://x');
  const { searchParams } = url;
  seen.push({ path: request.url ?? '', headers: request.headers });
  const click = searchParams.get('c') ?? '';
  const go = (location: string) => response.writeHead(302, { location }).end();
  const steps: Record<string, () => unknown> = {
    '/keep': () => go(`/keep2?subid=${click}&g=${searchParams.get('g')}`),
    '/keep2': () => go(`/end?aff=${searchParams.get('subid')}`),
    '/lose': () => go('/end?aff=nobody'),
    '/circle': () => go(request.url ?? ''),
    '/long': () => go(`/long?n=${Number(searchParams.get('n') ?? 0) + 1}`),
    '/page': () =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<head><META HTTP-EQUIV="refresh" content="0; url=/end?a=1&amp;aff=${click}">`),
    '/loud': () => go(`/end?aff=${click.toUpperCase()}`),
    '/coded': () => go(`/end?aff=${click.replaceAll('-', '%2D')}`),
    '/gone': () => response.writeHead(404).end(),
    '/nowhere': () => go('http://[broken'),
    '/end': () => response.end('welcome'),
  };
  (steps[url.pathname] ?? (() => response.destroy()))();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => server.close(resolve)));
const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function campaign(person: typeof admin, path: string, more = {}): Promise<number> {
  const { status, body } = await attempt(person, campaignCalls.create, {
    body: {
      name: `To ${path}`,
      landerType: 'external_lander',
      status: 'active',
      targetUrl: `${home}${path}`,
      ...more,
    },
  });
  expect(status, JSON.stringify(body.errors)).toBe(201);
  return body.data.id;
}
async function check(path: string, more = {}): Promise<LinkCheck[]> {
  const campaignIds = [await campaign(admin, path)];
  const { status, body } = await attempt(admin, checkLinks, {
    body: {
      campaignIds,
      geoIds: [57],
      devices: ['mobile'],
      ...more,
    },
  });
  expect(status).toBe(200);
  return body.data;
}

describe('A campaign’s link', () => {
  it('is followed hop by hop, with the click id at each', async () => {
    const [result] = await check('/keep?c={click_id}&g={geo}');
    expect(result).toMatchObject({
      geo: 'DE',
      device: 'mobile',
      clickId: 'survives',
      problem: null,
      lostParameters: ['g'],
      finalHost: new URL(home).host,
    });
    expect(result?.hops.map(({ http, by, hasClickId }) => [http, by, hasClickId])).toEqual([
      [302, 'redirect', true],
      [302, 'redirect', true],
      [200, null, true],
    ]);
    expect(seen.at(-1)?.headers['user-agent']).toContain('iPhone');
    expect(seen.at(-1)?.headers['accept-language']).toContain('de-DE');
  });

  it.each([
    ['/lose?c={click_id}', 'lost', null, 2],
    ['/page?c={click_id}', 'survives', null, 2],
    ['/coded?c={click_id}', 'survives', null, 2],
    ['/loud?c={click_id}', 'survives', null, 2],
    ['/loud?c={click_id_plain}', 'survives', null, 2],
    ['/lose?c={click_id_plain}', 'lost', null, 2],
    ['/end?nothing=1', 'not_sent', null, 1],
    ['/gone?c={click_id}', 'survives', 'It ends with HTTP 404.', 1],
    ['/circle?c={click_id}', 'survives', 'The redirects form a loop.', 1],
    ['/long?c={click_id}', 'lost', 'There are more than 8 redirects.', 8],
    ['/nowhere?c={click_id}', 'survives', 'A redirect leads to an invalid address.', 1],
    ['/break?c={click_id}', null, 'The answer was incomplete or could not be read.', 1],
  ])('%s: the id is %s, and what is wrong is %s', async (path, clickId, problem, hops) => {
    const [result] = await check(path);
    expect(result).toMatchObject({ clickId, problem });
    expect(result?.hops).toHaveLength(hops);
  });

  it('is followed together with the partner link of its offer if that differs', async () => {
    const offer = async (path: string): Promise<number> => {
      const data = await call(admin, offerCalls.create, {
        body: {
          name: `Offer ${path}`,
          partnerId: partner,
          productId: 1,
          targetUrl: `${home}${path}`,
        },
      });
      return data.id;
    };
    const made = await call(admin, partnerCalls.create, {
      body: {
        name: 'Linked',
        partnerTypeId: 105,
        status: 'active',
        currency: 'EUR',
        timeZone: 'UTC',
      },
    });
    const partner = (made as { id: number }).id;
    const ids = [
      await campaign(admin, '/keep?c={click_id}', { offerId: await offer('/lose?c={click_id}&p={partner_id}') }),
      await campaign(admin, '/end?c={click_id}', { offerId: await offer('/end?c={click_id}') }),
    ];
    const asked = { campaignIds: ids, geoIds: [57], devices: ['mobile' as const] };
    const found: LinkCheck[] = await call(admin, checkLinks, { body: asked });
    expect(found.map(({ campaignId, link, clickId }) => [ids.indexOf(campaignId), link, clickId]).sort()).toEqual([
      [0, 'campaign', 'survives'],
      [0, 'offer', 'lost'],
      [1, 'campaign', 'survives'],
    ]);
    expect(found.find(({ link }) => link === 'offer')?.hops[0]?.url).toContain(`p=${partner}`);
  });

  it('is followed to the active mirror of the geo', async () => {
    const made = await call(admin, partnerCalls.create, {
      body: {
        name: 'Mirrored',
        partnerTypeId: 105,
        status: 'active',
        currency: 'EUR',
        timeZone: 'UTC',
      },
    });
    const partnerId = (made as { id: number }).id;
    for (const [name, geoId, active] of [
      ['blocked.example', 12, false],
      ['localhost.example', 57, true],
    ] as const)
      await call(admin, mbgMirrorCalls.create, { body: { name, partnerId, geoId, active } });
    const campaignMade = await call(admin, campaignCalls.create, {
      body: {
        name: 'To a mirror',
        landerType: 'affiliate',
        status: 'active',
        targetUrl: 'https://blocked.example/join?c={click_id}',
      },
    });
    const campaignIds = [(campaignMade as { id: number }).id];
    const data = await call(admin, checkLinks, {
      body: {
        campaignIds,
        geoIds: [12, 57],
        devices: ['mobile'],
      },
    });
    expect(checkLinks.answer.parse(data).map(({ geo, finalHost }) => [geo, finalHost])).toEqual([
      ['AT', 'blocked.example'],
      ['DE', 'localhost.example'],
    ]);
  });

  it('is followed for each geo and device, within limits', async () => {
    const results = await check('/end?c={click_id}&g={geo}', { geoIds: [12, 57], devices: ['mobile', 'desktop'] });
    expect(results.map(({ geo, device }) => `${geo} ${device}`)).toEqual([
      'AT mobile',
      'AT desktop',
      'DE mobile',
      'DE desktop',
    ]);
    const geoIds = Array.from({ length: 13 }, (_, at) => at + 1);
    const { status } = await attempt(admin, checkLinks, {
      body: {
        campaignIds: [1],
        geoIds,
        devices: ['mobile', 'desktop'],
      },
    });
    expect(status).toBe(400);
  });

  it('is not followed into a private network', async () => {
    const person = await guarded.signIn('Admin');
    const campaignIds = [await campaign(person, '/end?c={click_id}')];
    const before = seen.length;
    const data = await call(person, checkLinks, { body: { campaignIds, geoIds: [57], devices: ['mobile'] } });
    expect(checkLinks.answer.parse(data)[0]?.problem).toBe('The address leads into a private network.');
    expect(seen.length).toBe(before);
  });
});
