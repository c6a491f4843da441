import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from './verify-audit.ts';

const world = await testApp();
const admin = await world.signIn('Admin');

const partner = (more: Record<string, unknown> = {}) => ({
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
const deal = (more: Record<string, unknown> = {}) => ({
  geoId: 14,
  integrationId: 1,
  dealType: 'CPA',
  dealRevenueType: 'firstDeposit',
  deal: '120.50',
  leadCap: 100,
  waterfallBlocked: false,
  weight: 3,
  ...more,
});

interface Saved {
  id: number;
  version: number;
  name: string;
  archivedAt: string | null;
  integrations: number[];
  deals: { id: number; deal: string; labels: Record<string, string> }[];
  labels: Record<string, string>;
  may: { edit: boolean; archive: boolean };
}

async function create(more: Record<string, unknown> = {}): Promise<Saved> {
  const { status, body } = await admin('POST', '/api/partners', partner(more));
  expect(body).toMatchObject({ status: 'SUCCESS' });
  expect(status).toBe(201);
  return body.data;
}

describe('creating', () => {
  it('stores fields, links and child rows, and answers with their labels', async () => {
    const saved = await create({ deals: [deal(), deal({ deal: '99.999999' })] });
    expect(saved).toMatchObject({
      version: 1,
      archivedAt: null,
      integrations: [1],
      may: { edit: true, archive: true },
    });
    expect(saved.labels).toMatchObject({ partnerTypeId: 'MBG', integrations: 'Standard postback' });
    expect(saved.deals.map((row) => row.deal)).toEqual(['120.5', '99.999999']);
    expect(saved.deals[0]?.labels).toMatchObject({ integrationId: 'Standard postback' });
  });

  it('names every field that is wrong, in the words of the spec', async () => {
    const { status, body } = await admin(
      'POST',
      '/api/partners',
      partner({ name: ' ', partnerTypeId: null, deals: [deal({ leadCap: 'x', weight: 101 })], nonsense: 1 }),
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 'FAIL', message: 'Process failed', errorCode: 'VALIDATION' });
    expect(body.errors).toEqual(
      expect.arrayContaining([
        { path: 'name', message: 'Field has to be filled.' },
        { path: 'partnerTypeId', message: 'Field has to be filled.' },
        { path: 'deals.0.leadCap', message: 'Field has to be a number.' },
        { path: 'deals.0.weight', message: 'At most 100.' },
        { path: 'nonsense', message: 'There is no such field to write.' },
      ]),
    );
  });

  it('puts what the database refuses on its field', async () => {
    const { name } = await create();
    const twice = await admin('POST', '/api/partners', partner({ name }));
    expect([twice.status, twice.body.errors]).toEqual([400, [{ path: 'name', message: 'This is taken already.' }]]);
    const lost = await admin('POST', '/api/partners', partner({ partnerTypeId: 99_999 }));
    expect(lost.body.errors).toEqual([{ path: 'partnerTypeId', message: 'There is no such record.' }]);
    const lostLink = await admin('POST', '/api/partners', partner({ integrations: [99_999] }));
    expect(lostLink.body.errors).toEqual([{ path: 'integrations', message: 'There is no such record.' }]);
  });

  it('refuses a box whose weights do not total 100', async () => {
    const campaign = await admin('POST', '/api/campaigns', {
      name: 'C',
      landerType: 'affiliate',
      targetUrl: 'https://example.com/?c={click_id}',
    });
    const { id } = campaign.body.data as Saved;
    const box = (weight: number) => ({
      name: 'B',
      boxKind: 'regular',
      fallbackUrl: 'https://example.com',
      allocation: [{ campaignId: id, weight }],
    });
    const refused = await admin('POST', '/api/campaign-boxes', box(99));
    expect(refused.body.errors).toEqual([{ path: 'allocation', message: 'The weights have to total 100.' }]);
    expect((await admin('POST', '/api/campaign-boxes', box(100))).status).toBe(201);
  });

  it('forgets the value of a field that is hidden', async () => {
    const { body } = await admin('POST', '/api/campaign-boxes', {
      name: 'B',
      boxKind: 'regular',
      nativeBoxType: 'regular_native_box',
      fallbackUrl: 'https://example.com',
    });
    expect(body.data).toMatchObject({ nativeBoxType: null });
  });
});

describe('changing', () => {
  it('refuses the second of two saves and shows what is there now', async () => {
    const saved = await create();
    const values = partner({ name: saved.name, notes: 'first' });
    const first = await admin('PATCH', `/api/partners/${saved.id}`, { version: 1, values });
    expect(first.body.data).toMatchObject({ version: 2, notes: 'first' });
    const second = await admin('PATCH', `/api/partners/${saved.id}`, {
      version: 1,
      values: { ...values, notes: 'second' },
    });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ errorCode: 'CONFLICT', data: { version: 2, notes: 'first' } });
  });

  it('lets one of many saves at once through', async () => {
    const saved = await create();
    const saves = Array.from({ length: 8 }, (_, n) =>
      admin('PATCH', `/api/partners/${saved.id}`, {
        version: 1,
        values: partner({ name: saved.name, notes: `n${n}` }),
      }),
    );
    const codes = (await Promise.all(saves)).map(({ status }) => status).sort();
    expect(codes).toEqual([200, ...Array(7).fill(409)]);
  });

  it('keeps the ids of child rows and archives those taken out', async () => {
    const saved = await create({ deals: [deal(), deal({ weight: 5 })] });
    const [first, second] = saved.deals;
    const { body } = await admin('PATCH', `/api/partners/${saved.id}`, {
      version: 1,
      values: partner({ name: saved.name, deals: [{ ...deal({ weight: 9 }), id: second?.id }] }),
    });
    expect((body.data as Saved).deals).toMatchObject([{ id: second?.id, weight: 9 }]);
    const { rows } = await sql<{
      archived: boolean;
    }>`SELECT archived_at IS NOT NULL AS archived FROM deals WHERE id = ${first?.id}`.execute(world.db);
    expect(rows).toEqual([{ archived: true }]);
  });

  it('finds a record by the people it names, and says them in the export', async () => {
    const contacts = [
      { name: 'Nora Findable', role: 'Manager', email: 'nora.findable@example.com', phone: '+356 2123 9999' },
      { name: '=HYPERLINK("x")', role: null, email: null, phone: null },
    ];
    const saved = await create({ contacts });
    for (const q of ['nora findable', 'NORA.FINDABLE@', '2123 9999', 'Manager'])
      expect((await admin('GET', `/api/partners?q=${encodeURIComponent(q)}`)).body.data).toMatchObject([
        { id: saved.id },
      ]);
    const { text } = await admin('GET', `/api/partners/export?format=csv&ids[]=${saved.id}`);
    expect(text).toContain('Nora Findable, Manager, nora.findable@example.com, +356 2123 9999; =HYPERLINK');
    const alone = await create({ contacts: contacts.slice(1) });
    const { text: neutral } = await admin(
      'GET',
      `/api/partners/export?format=csv&ids[]=${alone.id}&columns[]=contacts`,
    );
    expect(neutral).toContain(`"'=HYPERLINK(""x"")"`);
    const refused = await admin('POST', '/api/partners', partner({ contacts: [{ name: 'A', phone: 'call me' }] }));
    expect(refused.body.errors).toMatchObject([{ path: 'contacts.0.phone' }]);
  });

  it('finds by one letter as by many, and takes % and _ for what they are', async () => {
    const saved = await create({ name: 'Zq%_x partner', contacts: [{ name: 'Ýq%_ý person' }] });
    for (const q of ['Zq', 'zq%', '%_', 'Zq%_x', '_x part', 'Ýq', 'q%_ý', String(saved.id)]) {
      const { body } = await admin('GET', `/api/partners?q=${encodeURIComponent(q)}`);
      expect([q, body.meta.total, body.data]).toMatchObject([q, 1, [{ id: saved.id }]]);
    }
    for (const q of ['Zq%_xx', '%%', '__'])
      expect((await admin('GET', `/api/partners?q=${encodeURIComponent(q)}`)).body.meta.total).toBe(0);
  });

  it('refuses an export that asks for what there is not, before a byte of the file', async () => {
    for (const format of ['csv', 'xlsx'])
      for (const wrong of ['orderBy=nope', 'filters[nope][]=1', 'filters[notes][from]=%00'])
        expect((await admin('GET', `/api/partners/export?format=${format}&${wrong}`)).status).toBe(400);
  });

  it('writes nothing when nothing changed', async () => {
    const saved = await create();
    const { body } = await admin('PATCH', `/api/partners/${saved.id}`, {
      version: 1,
      values: partner({ name: saved.name }),
    });
    expect(body.data).toMatchObject({ version: 1 });
  });

  it('refuses the row of another record', async () => {
    const [one, other] = [await create({ deals: [deal()] }), await create()];
    const { status } = await admin('PATCH', `/api/partners/${other.id}`, {
      version: 1,
      values: partner({ name: other.name, deals: [{ ...deal(), id: one.deals[0]?.id }] }),
    });
    expect(status).toBe(404);
  });
});

describe('history', () => {
  it('tells who changed what from what to what, and the chain of hashes holds', async () => {
    const saved = await create();
    await admin('PATCH', `/api/partners/${saved.id}`, {
      version: 1,
      values: partner({ name: saved.name, notes: 'hello' }),
    });
    await admin('POST', `/api/partners/${saved.id}/archive`);
    const { body } = await admin('GET', `/api/partners/${saved.id}/history`);
    expect(body.data).toMatchObject([
      { action: 'archive', by: 'Test Admin' },
      { action: 'update', changes: [{ field: 'notes', before: null, after: 'hello' }] },
      { action: 'create', version: 1 },
    ]);
    expect(await verifyAudit(world.db)).toMatchObject({ broken: null });
  });

  it('can be changed by nobody', async () => {
    await create();
    await expect(sql`UPDATE audit SET action = 'create'`.execute(world.db)).rejects.toThrow('append-only');
    await expect(sql`DELETE FROM audit`.execute(world.db)).rejects.toThrow('append-only');
  });
});

describe('listing', () => {
  it('finds one or two letters in large and small ones, and takes signs of patterns as they are', async () => {
    const mark = `${Math.random()}`.slice(2);
    for (const name of [`${mark} Éa`, `${mark} éA`, `${mark} ea`, `${mark} 5%_`, `${mark} 5x`]) await create({ name });
    const called = async (q: string) => {
      const filters = encodeURI(`filters[name][0]=${mark}`);
      const { body } = await admin('GET', `/api/partners?q=${encodeURIComponent(q)}&${filters}&orderBy=id`);
      return (body.data as Saved[]).map(({ name }) => name.slice(mark.length + 1));
    };
    expect(await called('éa')).toEqual(['Éa', 'éA']);
    expect(await called('É')).toEqual(['Éa', 'éA']);
    expect(await called('%_')).toEqual(['5%_']);
    expect(await called('X')).toEqual(['5x']);
  });

  it('offers what is called exactly so before fifty that only have it in their names', async () => {
    const mark = `${Math.random()}`.slice(2);
    for (const name of [mark, `${mark} begins`]) expect((await admin('POST', '/api/tags', { name })).status).toBe(201);
    for (let at = 0; at < 51; at += 1) await admin('POST', '/api/tags', { name: `${10 + at} ${mark}` });
    const { body } = await admin('GET', `/api/options/tags?q=${mark}`);
    const names = (body.data as { label: string }[]).map(({ label }) => label);
    expect(names.slice(0, 3)).toEqual([mark, `${mark} begins`, `10 ${mark}`]);
    const found = await admin('GET', `/api/search?q=${mark}`);
    expect((found.body.data as unknown[])[0]).toMatchObject({ title: mark });
    const { value } = (body.data as { value: number }[])[0] ?? {};
    const byId = await admin('GET', `/api/options/tags?q=${value}`);
    expect((byId.body.data as { value: number }[]).some((one) => one.value === value)).toBe(true);
  });

  it('searches, filters, sorts and pages without losing or repeating a row', async () => {
    const mark = `Zebra${Date.now()}`;
    for (let n = 0; n < 7; n++) await create({ name: `${mark} ${n}`, status: n % 2 ? 'paused' : 'active' });
    const seen: string[] = [];
    for (let offset = 0; offset < 7; offset += 3) {
      const { body } = await admin(
        'GET',
        `/api/partners?q=${mark}&orderBy=status&orderByDirection=desc&limit=3&offset=${offset}`,
      );
      expect(body.meta).toMatchObject({ total: 7 });
      seen.push(...(body.data as Saved[]).map(({ name }) => name));
    }
    expect(new Set(seen).size).toBe(7);
    const { body } = await admin('GET', `/api/partners?q=${mark}&filters[status][0]=paused&orderBy=name`);
    expect((body.data as Saved[]).map(({ name }) => name)).toEqual([1, 3, 5].map((n) => `${mark} ${n}`));
  });

  it('refuses a sort or a filter it does not know', async () => {
    expect((await admin('GET', '/api/partners?orderBy=deals')).status).toBe(400);
    expect((await admin('GET', '/api/partners?filters[password][0]=x')).status).toBe(400);
    expect((await admin('GET', '/api/partners?orderBy=name;drop')).status).toBe(400);
  });

  it('leaves archived records out unless asked', async () => {
    const saved = await create();
    await admin('POST', `/api/partners/${saved.id}/archive`);
    const ids = async (more: string) =>
      ((await admin('GET', `/api/partners?ids[0]=${saved.id}${more}`)).body.data as Saved[]).map(({ id }) => id);
    expect(await ids('')).toEqual([]);
    expect(await ids('&archived=only')).toEqual([saved.id]);
  });

  it('exports the whole filtered list, formulas made harmless', async () => {
    const mark = `Export${Date.now()}`;
    await create({ name: `=${mark}` });
    await create({ name: `${mark}, two` });
    const { text } = await admin(
      'GET',
      `/api/partners/export?format=csv&q=${mark}&columns[0]=name&columns[1]=partnerTypeId`,
    );
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('\uFEFFId,Name,Type');
    expect(lines[1]).toContain(`'=${mark},MBG`);
    expect(lines[2]).toContain(`"${mark}, two",MBG`);
    const xlsx = await admin('GET', `/api/partners/export?format=xlsx&q=${mark}`);
    expect([xlsx.status, xlsx.text.slice(0, 2)]).toEqual([200, 'PK']);
  });
});

describe('many at once', () => {
  it('changes all of them or none', async () => {
    const [one, two] = [await create(), await create()];
    const done = await admin('POST', '/api/partners/bulk', {
      action: 'edit',
      ids: [one.id, two.id],
      values: { status: 'paused' },
    });
    expect(done.body.data).toEqual({ changed: 2 });
    const refused = await admin('POST', '/api/partners/bulk', {
      action: 'edit',
      ids: [one.id, two.id],
      values: { name: 'the same' },
    });
    expect(refused.status).toBe(400);
    expect((await admin('GET', `/api/partners/${one.id}`)).body.data).toMatchObject({
      status: 'paused',
      name: one.name,
    });
  });
});

describe('who may', () => {
  it('lets a grade read or write by its screens', async () => {
    const seo = await world.signIn('Seo User');
    expect((await seo('GET', '/api/partners')).status).toBe(403);
    const starter = await world.signIn('Starter Profile', { includedPaths: ['/partners'] });
    expect((await starter('GET', '/api/partners')).status).toBe(200);
    expect((await starter('POST', '/api/partners', partner())).status).toBe(403);
    expect((await world.anonymous('GET', '/api/partners')).status).toBe(401);
  });

  it('shows a publisher only its own rows, by whatever id', async () => {
    const publisher = async (name: string) =>
      (await admin('POST', '/api/publishers', { name: `${name} ${Math.random()}` })).body.data as Saved;
    const [own, other] = [await publisher('own'), await publisher('other')];
    const person = await world.signIn('Publisher', {
      publisherId: own.id,
      includedPaths: ['/publisher-list', '/publisher/edit/$id'],
    });
    expect(((await person('GET', '/api/publishers')).body.data as Saved[]).map(({ id }) => id)).toEqual([own.id]);
    expect((await person('GET', `/api/publishers/${other.id}`)).status).toBe(404);
    expect((await person('GET', `/api/publishers/${other.id}/history`)).status).toBe(404);
    expect(
      (await person('PATCH', `/api/publishers/${other.id}`, { version: 1, values: { name: 'mine' } })).status,
    ).toBe(404);
    expect((await person('GET', `/api/options/publishers?ids[0]=${other.id}`)).body.data).toEqual([]);
  });
});

describe('secrets', () => {
  it('leave the server masked, survive a save of the mask, and stay out of the trail', async () => {
    const values = {
      name: `Masked ${Math.random()}`,
      currency: 'EUR',
      status: 'active',
      paymentAccount: 'AT611904300234573201',
      terms: [],
      contacts: [],
    };
    const made = await admin('POST', '/api/publishers', values);
    expect(made.body.data).toMatchObject({ paymentAccount: '•••• 3201' });
    const { id } = made.body.data as Saved;
    const saved = await admin('PATCH', `/api/publishers/${id}`, {
      version: 1,
      values: { ...values, paymentAccount: '•••• 3201', notes: 'new' },
    });
    expect(saved.body.data).toMatchObject({ paymentAccount: '•••• 3201', notes: 'new' });
    const { rows } = await sql<{
      paymentAccount: string;
    }>`SELECT payment_account FROM publishers WHERE id = ${id}`.execute(world.db);
    expect(rows).toEqual([{ paymentAccount: 'AT611904300234573201' }]);
    for (const path of ['', `/${id}`, `/${id}/history`, '/export?format=csv'])
      expect((await admin('GET', `/api/publishers${path}`)).text).not.toContain('AT6119');
    const conflict = await admin('PATCH', `/api/publishers/${id}`, { version: 1, values });
    expect([conflict.status, conflict.text.includes('AT6119')]).toEqual([409, false]);
  });

  it('gives what a person owns to that person alone, whatever they send', async () => {
    const [one, other] = [await world.signIn('Default User'), await world.signIn('Default User')];
    const link = { name: 'L', partnerId: 820, geoId: 14, targetUrl: 'https://example.com' };
    const made = await one('POST', '/api/gambling-links', link);
    expect(made.body.data).toMatchObject({ managerId: one.userId });
    expect((await one('POST', '/api/gambling-links', { ...link, managerId: other.userId })).status).toBe(400);
    expect((await other('GET', `/api/gambling-links/${(made.body.data as Saved).id}`)).status).toBe(404);
    expect((await other('GET', '/api/gambling-links')).body.data).toEqual([]);
  });
});
