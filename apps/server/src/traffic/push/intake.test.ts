import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newPushKeys } from '../../platform/web-push.ts';
import { pushBrowser } from './testing/service.ts';
import { IPHONE, pushWorld } from './testing/world.ts';

const world = await pushWorld();
const { db, ask, post, wishOf, rowOf, service, site, subscriber } = world;
const countAll = () =>
  db
    .selectFrom('pushSubscriptions')
    .select((all) => all.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();

describe('a subscription', () => {
  it('is stored with its site, country, device, zone, topics and key, and confirmed without a second row', async () => {
    await sql`INSERT INTO geos (code, country) VALUES ('ZQ', 'Zequia') ON CONFLICT DO NOTHING`.execute(db);
    const more = { zone: 'Europe/Berlin', topics: ['news', 'bonus'] };
    const browser = await subscriber(more, { 'x-geo': 'ZQ', 'user-agent': IPHONE });
    const geo = await db.selectFrom('geos').select('id').where('code', '=', 'ZQ').executeTakeFirstOrThrow();
    expect(await rowOf(browser)).toMatchObject({
      websiteId: site,
      geoId: geo.id,
      device: 'mobile',
      zone: 'Europe/Berlin',
      topics: ['news', 'bonus'],
      fails: 0,
      lastOk: null,
    });
    const again = await post('subscribe', await wishOf(browser, { zone: 'Asia/Tokyo' }));
    expect([again.status, await again.json()]).toEqual([200, { renew: false }]);
    // Topics that are not named stay as they are.
    expect(await rowOf(browser)).toMatchObject({ zone: 'Asia/Tokyo', topics: ['news', 'bonus'], geoId: geo.id });
  });

  it('is refused where its address is not one of a push service on the Internet over HTTPS', async () => {
    const browser = pushBrowser(service);
    const wish = await wishOf(browser);
    for (const endpoint of [
      'http://push.example.com/1',
      'https://127.0.0.1/1',
      'https://[::1]/1',
      'https://10.0.0.8/1',
      'https://192.168.1.1/1',
      'https://169.254.169.254/latest/meta-data/',
      'https://[::ffff:127.0.0.1]/1',
      'https://metadata.google.internal/1',
      'https://user:secret@push.example.com/1',
      'ftp://push.example.com/1',
      'javascript:alert(1)',
      'not an address',
      `https://push.example.com/${'x'.repeat(1_100)}`,
    ]) {
      const answer = await ask(
        '/push/subscribe',
        { method: 'POST', body: JSON.stringify({ ...wish, endpoint }) },
        'closed',
      );
      expect(answer.status, endpoint).toBe(400);
    }
    const good = { ...wish, endpoint: `https://push.example.com/${crypto.randomUUID()}` };
    expect((await ask('/push/subscribe', { method: 'POST', body: JSON.stringify(good) }, 'closed')).status).toBe(200);
  });

  it('is refused with keys of a wrong form, for an unknown site or key, and from a bot', async () => {
    const browser = pushBrowser(service);
    const wish = await wishOf(browser);
    const refused = async (change: object, status: number, headers = {}) =>
      expect((await post('subscribe', { ...wish, ...change }, headers)).status, JSON.stringify(change)).toBe(status);
    await refused({ p256dh: 'AAAA' }, 400);
    await refused({ p256dh: wish.p256dh.replace(/^../, 'AA') }, 400);
    await refused({ auth: 'AAAA' }, 400);
    await refused({ site: 0 }, 400);
    await refused({ site: '1' }, 400);
    await refused({ topics: ['With Capitals'] }, 400);
    await refused({ topics: Array.from({ length: 11 }, (_, n) => `t${n}`) }, 400);
    await refused({ site: 999_999_999 }, 404);
    await refused({ key: newPushKeys().publicKey }, 404);
    await refused({}, 400, { 'user-agent': 'curl/8.0' });
    await refused({}, 400, { 'user-agent': 'Googlebot/2.1' });
    expect(await rowOf(browser)).toBeUndefined();
    const odd = await subscriber({ zone: 'Mars/Olympus' });
    expect(await rowOf(odd)).toMatchObject({ zone: 'UTC' });
  });

  it('cannot be taken over or ended by somebody who only knows its address', async () => {
    const browser = await subscriber();
    const stranger = pushBrowser(service);
    const taken = { ...(await wishOf(stranger)), endpoint: browser.endpoint };
    expect((await post('subscribe', taken)).status).toBe(404);
    expect(await rowOf(browser)).toMatchObject({ auth: browser.auth, p256dh: browser.p256dh });
    const { endpoint } = browser;
    const replaces = { endpoint, auth: stranger.auth };
    expect((await post('subscribe', await wishOf(stranger, { replaces }))).status).toBe(200);
    expect((await post('unsubscribe', { endpoint, auth: stranger.auth })).status).toBe(204);
    expect(await rowOf(browser)).toBeDefined();
    expect((await post('unsubscribe', { endpoint, auth: browser.auth })).status).toBe(204);
    expect(await rowOf(browser)).toBeUndefined();
  });

  it('takes the place of an older one, whose age and messages it keeps, in one step and also when asked twice', async () => {
    const old = await subscriber();
    const before = await rowOf(old);
    const { endpoint, auth } = old;
    const renewed = pushBrowser(service);
    const wish = await wishOf(renewed, { replaces: { endpoint, auth } });
    expect((await post('subscribe', wish)).status).toBe(200);
    expect(await rowOf(old)).toBeUndefined();
    expect(await rowOf(renewed)).toMatchObject({ id: before?.id, createdAt: before?.createdAt });
    expect((await post('subscribe', wish)).status).toBe(200);
    // The new one was stored before the old one was named.
    const [first, second] = [await subscriber(), await subscriber()];
    const also = await wishOf(second, { replaces: { endpoint: first.endpoint, auth: first.auth } });
    expect((await post('subscribe', also)).status).toBe(200);
    expect(await rowOf(first)).toBeUndefined();
    expect(await rowOf(second)).toBeDefined();
  });
});

describe('the public addresses', () => {
  const reads = ['/push/site.js', '/push/worker.js', '/push/key'];
  const writes = ['/push/subscribe', '/push/unsubscribe', '/push/shown', '/push/clicked'];

  it('may be read by any site, without cookies', async () => {
    for (const path of reads) {
      const answer = await ask(path);
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect((await ask(path, { method: 'HEAD' })).status).toBe(200);
    }
    expect((await ask('/push/worker.js')).headers.get('content-type')).toMatch(/^text\/javascript/);
    const asked = await ask('/push/subscribe', { method: 'OPTIONS' });
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
  });

  it('never change anything by GET, whatever is asked for', async () => {
    const browser = await subscriber();
    const state = async () =>
      (
        await sql<{ rows: string }>`SELECT concat((SELECT json_agg(s ORDER BY id) FROM push_subscriptions s),
          (SELECT json_agg(s ORDER BY id) FROM push_sends s), (SELECT json_agg(k ORDER BY id) FROM site_push_keys k),
          (SELECT json_agg(p ORDER BY id) FROM push_notifications p)) AS rows`.execute(db)
      ).rows[0]?.rows;
    const before = await state();
    const query = new URLSearchParams({ endpoint: browser.endpoint, auth: browser.auth, token: crypto.randomUUID() });
    for (const path of [...reads, ...writes, '/push/', '/push/other', '/push/constructor', '/push/__proto__'])
      for (const method of ['GET', 'HEAD']) {
        const { status } = await ask(`${path}?${query}`, { method });
        if (writes.includes(path)) expect(status, path).toBe(405);
        else if (!reads.includes(path)) expect(status, path).toBe(404);
      }
    expect(await state()).toBe(before);
  });

  it('answer whatever comes, and store nothing of it', async () => {
    const { n } = await countAll();
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{"endpoint":{}}',
      '{"__proto__":{"a":1}}',
      '\u0000',
      '9'.repeat(5_000),
    ];
    for (const path of writes)
      for (const body of bodies) {
        const answer = await ask(path, { method: 'POST', body });
        expect(answer.status, `${path} ${body.slice(0, 20)}`).toBe(400);
      }
    for (const path of writes) {
      expect((await ask(path, { method: 'POST', body: 'x'.repeat(9_000) })).status).toBe(413);
      expect((await ask(path, { method: 'PUT', body: '{}' })).status).toBe(405);
      expect((await ask(path, { method: 'DELETE' })).status).toBe(405);
    }
    for (const path of reads) expect((await ask(path, { method: 'POST', body: '{}' })).status).toBe(405);
    expect((await ask(`/push/key?${'x'.repeat(1_100)}`)).status).toBe(414);
    const token = crypto.randomUUID();
    expect([(await post('shown', { token })).status, (await post('clicked', { token })).status]).toEqual([204, 204]);
    expect(await countAll()).toEqual({ n });
  });

  it('slow down a network that never stops', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const subscribe = async () => (await ask('/push/subscribe', { method: 'POST', body: '{}', headers })).status;
    const statuses = await Promise.all(Array.from({ length: 150 }, subscribe));
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(120);
    expect(statuses).toContain(429);
    // Reports of many people behind one address, and other networks, are not held up.
    const token = crypto.randomUUID();
    expect((await ask('/push/shown', { method: 'POST', body: JSON.stringify({ token }), headers })).status).toBe(204);
    const elsewhere = { 'x-forwarded-for': '198.51.100.9' };
    expect((await ask('/push/subscribe', { method: 'POST', body: '{}', headers: elsewhere })).status).toBe(400);
  });
});
