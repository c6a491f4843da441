/** The guarantees of lists, searches and exports of records. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { searchRecords } from '@signpost/contract/calls/search.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { tag } from '@signpost/contract/entities/tag.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';
import { partner, partnersOf, type Saved } from './testing/partners.ts';

const partnerCalls = entityCalls(entities.partner);
const tagCalls = entityCalls(tag);

const world = await testApp();
const admin = await world.signIn('Admin');
const create = partnersOf(admin);

describe('A list of records', () => {
  it('searches one or two letters ignoring case, and treats % and _ literally', async () => {
    const mark = `${Math.random()}`.slice(2);
    for (const name of [`${mark} Éa`, `${mark} éA`, `${mark} ea`, `${mark} 5_%`, `${mark} 5x`]) await create({ name });
    const called = async (q: string) => {
      const query = { q, filters: { name: [mark] }, orderBy: 'id' };
      return (await call(admin, partnerCalls.list, { query })).map(({ name }) => String(name).slice(mark.length + 1));
    };
    expect(await called('éa')).toEqual(['Éa', 'éA']);
    expect(await called('É')).toEqual(['Éa', 'éA']);
    expect(await called('_%')).toEqual(['5_%']);
    expect(await called('X')).toEqual(['5x']);
  });

  it('finds words in any order, without regard to case and accents', async () => {
    const mark = `M${Math.random()}`.slice(0, 9);
    const names = ['Österreich Café', 'Straße Łódź', 'ＡＢＣ Ærø', 'Ελλάδα', '100 % sicher', 'back\\slash'];
    for (const name of names) await create({ name: `${mark} ${name}` });
    const called = async (q: string) => {
      const data = await call(admin, partnerCalls.list, { query: { q: `${q} ${mark}`, orderBy: 'id' } });
      return (data as Saved[]).map(({ name }) => name.slice(mark.length + 1));
    };
    expect(await called('osterreich')).toEqual(['Österreich Café']);
    expect(await called('CAFE öster')).toEqual(['Österreich Café']);
    expect(await called('cafe\u0301')).toEqual(['Österreich Café']);
    expect(await called('lodz strasse')).toEqual(['Straße Łódź']);
    expect(await called('aero abc')).toEqual(['ＡＢＣ Ærø']);
    expect(await called('ΕΛΛΑΔΑ')).toEqual(['Ελλάδα']);
    expect(await called('sicher ％')).toEqual(['100 % sicher']);
    expect(await called('back\\sla')).toEqual(['back\\slash']);
    expect(await called('cafe lodz')).toEqual([]);
    const { body } = await attempt(admin, partnerCalls.options, { query: { q: `lodz ${mark}` } });
    expect(body.data.map(({ label }) => label)).toEqual([`${mark} Straße Łódź`]);
  });

  it.each([
    ['Παπαδόπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'],
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ', 'παπαδοπουλος'],
    ['أَحْمَد', 'احمد'],
    ['احمد', 'أحمد'],
    ['مـحـمد', 'محمد'],
    ['فاطمة على', 'علي فاطمه'],
    ['کریم', 'كريم'],
    ['שָׁלוֹם', 'שלום'],
    ['Алёна Чайка', 'чайка алена'],
    ['Nguyễn Thị Hương', 'nguyen huong'],
    ['Bø Media', 'bo media'],
    ['Mỹ Vũ', 'my vu'],
    ['Mỹ Vũ', 'mỹ vũ'],
    ['Mỹ Vũ'.normalize('NFD'), 'my vu'],
    ['Jö Bets', 'jo bets'],
    ['Ё Ёж', 'еж'],
    ['Tôi Được Đi Học', 'toi duoc di hoc'],
    ['Ludovic Halévy', 'Halevy, Ludovic'],
    ['Ludovic Halévy', 'halevy;ludovic'],
    ['陈 大文', '大文，陈'],
    ['Zʾōrā', 'zora'],
    ['Zora', 'zʾōrā'],
    ['Kauaʻi', 'kauai'],
    ['Kauai', "kaua'i"],
    ['Kaua‘i', 'kaua`i'],
    ["O'Neill", 'oneill'],
    ["O'Neill", 'o´neill'],
    ['O’Neill', 'o`neill'],
    ['O´Neill', "o'neill"],
    ['ONeill', 'o’neill'],
    ['O’Neill', "o'n"],
    ['D´Ål', "d'al"],
    ['Müller', 'mueller'],
    ['Mueller', 'müller'],
    ['Samuel', 'muel'],
    ['हिन्दी', 'हिन्दी'],
    ['が', 'か\u3099'],
    ['한국어', '한국'],
    ['한국미디어'.normalize('NFD'), '한국'],
    ['한국미디어'.normalize('NFD'), '한국미'],
    ['한국미디어', '한국'.normalize('NFD')],
    ['№7 Media', '№7 Media'],
    ['№7 Media', 'no7'],
    ['Ⅻ Legion', 'Ⅻ Legion'],
    ['Ⅻ Legion', 'xii'],
    ['½ Price', '½ Price'],
    ['½ Price', '1/2 price'],
    ['x² Bets', 'X² Bets'],
    ['Ⅳ Group №5', 'Ⅳ Group №5'],
    ['é a', 'e\u0301'],
    ['e\u0301 a', 'É'],
    ['Ca\u00adsino', 'casino'],
    ['Casino', 'ca\u200bsino'],
    ['Ca\u00adsino', 'Ca\u00adsino'],
    ['a\u200cb', 'a\u200cb'],
    ['بازی\u200cکده', 'بازیکده'],
    ['Casino', 'casino \u200b'],
    ['Երևան', 'ԵՐԵՎԱՆ'],
    ['ԵՐԵՎԱՆ', 'երևան'],
    ['ԵՐԵՒԱՆ', 'Երևան'],
    ['❤\ufe0f Hearts', '❤ Hearts'],
    // Reported as issues 108 of normalize-diacritics, 8003 of bootstrap-table, 10 of sqlean, 64 and 1316 of web-languageforge,
    // 2571 of Nominatim, 9529 of OsmAnd, 155930 and 63643 of vscode, 609 of iptvnator, 177 of remnote, 140 of Smithereen, 4707
    // of Signal-Desktop, 13257 of entity, 126 of inphosite, 5262 of webtrees, 287 of RATQ, 39 of pyarabic, 883 of quran_android,
    // 1917 of groonga, 236 of hassil, among others.
    ['Tromsø Bets', 'tromso'],
    ['TROMSØ', 'tromsø'],
    ['Łukasz Żółć', 'lukasz zolc'],
    ['Đorđe Nguyễn', 'dorde nguyen'],
    ['Großmann', 'grossmann'],
    ['Grossmann', 'großmann'],
    ['GROẞMANN', 'grossmann'],
    ['Þórður', 'thordur'],
    ['Işık', 'isik'],
    ['ışık', 'ISIK'],
    ['İnşaat', 'insaat'],
    ['inşaat', 'İNŞAAT'],
    ['İPTAL', 'iptal'],
    ['Zoé', 'zoe\u0301'],
    ['Zoe\u0308', 'zoë'],
    ['ǉubav', 'ljubav'],
    ['ﬁsh Media', 'fish'],
    ['Jean-Luc', 'jean luc'],
    ['Jean-Luc', 'jean\u2011luc'],
    ['Jean\u2011Luc', 'jean-luc'],
    ['Jean\u2013Luc', 'jean-luc'],
    ['Jean Luc', 'jean-luc'],
    ['Al Rashid', 'al-rashid'],
    ['Alrashid', 'Al-Rashid'],
    ['Mueller Brown', 'müller-brown'],
    ['Mueller - Brown', 'mueller brown'],
    ['Smith, John', 'john smith'],
    ['John  Smith', 'smith  john'],
    ['Dr. John Smith', 'smith, dr. john'],
    ['John\u00a0Smith', 'john smith'],
    ['John Smith', 'john\u00a0smith'],
    ['John Smith', 'john\u3000smith'],
    ['O\u02bcBrien', "o'brien"],
    ['Ｊｏｈｎ', 'john'],
    ['John', 'ｊｏｈｎ'],
    ['ﾔﾏﾀﾞ', 'ヤマダ'],
    ['ヤマダ', 'ﾔﾏﾀﾞ'],
    ['Лёня', 'леня'],
    ['Лена', 'лёна'],
    ['Елена Кий', 'кии'],
    ['Άγγελος', 'αγγελος'],
    ['ΆΓΓΕΛΟΣ', 'άγγελος'],
    ['آمنة', 'امنه'],
    ['إبراهيم', 'ابراهيم'],
    ['الدوري', 'الدورى'],
    ['مؤمن', 'مومن'],
    ['Ştefan', 'şTEFAN'],
    ['Ștefan', 'Ştefan'],
    ['Ånd', 'a\u030and'],
    ['Nin\u0303o', 'niño'],
    ['Çelik', 'celik'],
    ['Œuvre', 'oeuvre'],
    ['Đà Nẵng', 'da nang'],
  ])('finds %j by %j', async (name, q) => {
    const mark = `${Math.random()}`.slice(2);
    await create({ name: `${mark} ${name}` });
    const data = await call(admin, partnerCalls.list, { query: { q: `${q} ${mark}` } });
    expect(data.map((found) => found.name)).toEqual([`${mark} ${name}`]);
  });

  it('offers the option with exactly the typed name before fifty that only contain it', async () => {
    const mark = `${Math.random()}`.slice(2);
    for (const name of [mark, `${mark} begins`])
      expect((await attempt(admin, tagCalls.create, { body: { name } })).status).toBe(201);
    for (let at = 0; at < 51; at += 1) await call(admin, tagCalls.create, { body: { name: `${10 + at} ${mark}` } });
    const data = await call(admin, tagCalls.options, { query: { q: mark } });
    const names = data.map(({ label }) => label);
    expect(names.slice(0, 3)).toEqual([mark, `${mark} begins`, `10 ${mark}`]);
    const found = await attempt(admin, searchRecords, { query: { q: mark } });
    expect(found.body.data[0]).toMatchObject({ title: mark });
    const { value } = data[0] ?? {};
    const byId = await attempt(admin, tagCalls.options, { query: { q: value } });
    expect(byId.body.data.some((one) => one.value === value)).toBe(true);
  });

  it('searches, filters, sorts and pages without losing or repeating a row', async () => {
    const mark = `Zebra${Date.now()}`;
    for (let n = 0; n < 7; n++) await create({ name: `${mark} ${n}`, status: n % 2 ? 'paused' : 'active' });
    const seen: string[] = [];
    for (let offset = 0; offset < 7; offset += 3) {
      const { body } = await attempt(admin, partnerCalls.list, {
        query: { q: mark, orderBy: 'status', orderByDirection: 'desc', limit: 3, offset },
      });
      expect(body.meta).toMatchObject({ total: 7 });
      seen.push(...(body.data as Saved[]).map(({ name }) => name));
    }
    expect(new Set(seen).size).toBe(7);
    const { body } = await attempt(admin, partnerCalls.list, {
      query: { q: mark, filters: { status: ['paused'] }, orderBy: 'name' },
    });
    expect(body.data.map(({ name }) => name)).toEqual([1, 3, 5].map((n) => `${mark} ${n}`));
  });

  it('refuses an unknown sort or filter', async () => {
    expect((await refusal(admin, partnerCalls.list, { query: { orderBy: 'deals' } })).status).toBe(400);
    expect((await refusal(admin, partnerCalls.list, { query: { filters: { password: ['x'] } } })).status).toBe(400);
    expect((await refusal(admin, partnerCalls.list, { query: { orderBy: 'name;drop' } })).status).toBe(400);
  });

  it('excludes archived records unless they are requested', async () => {
    const saved = await create();
    await call(admin, partnerCalls.archive, { params: { id: saved.id } });
    const ids = async (more: { archived?: 'only' }) =>
      (await call(admin, partnerCalls.list, { query: { ids: [saved.id], ...more } })).map(({ id }) => id);
    expect(await ids({})).toEqual([]);
    expect(await ids({ archived: 'only' })).toEqual([saved.id]);
  });

  it('exports the whole filtered list with formulas neutralised', async () => {
    const mark = `Export${Date.now()}`;
    await create({ name: `=${mark}` });
    await create({ name: `${mark}, two` });
    const { text } = await attempt(admin, partnerCalls.export, {
      query: { format: 'csv', q: mark, columns: ['name', 'partnerTypeId'] },
    });
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('\uFEFFId,Name,Type');
    expect(lines[1]).toContain(`'=${mark},MBG`);
    expect(lines[2]).toContain(`"${mark}, two",MBG`);
    const xlsx = await attempt(admin, partnerCalls.export, { query: { format: 'xlsx', q: mark } });
    expect([xlsx.status, xlsx.text.slice(0, 2)]).toEqual([200, 'PK']);
  });

  it('finds a record by the names of its people, and exports those names', async () => {
    const contacts = [
      { name: 'Nora Findable', role: 'Manager', email: 'nora.findable@example.com', phone: '+356 2123 9999' },
      { name: '=HYPERLINK("x")', role: null, email: null, phone: null },
    ];
    const saved = await create({ contacts });
    for (const q of ['nora findable', 'NORA.FINDABLE@', '2123 9999', 'Manager'])
      expect(await call(admin, partnerCalls.list, { query: { q } })).toMatchObject([{ id: saved.id }]);
    const { text } = await attempt(admin, partnerCalls.export, { query: { format: 'csv', ids: [saved.id] } });
    expect(text).toContain("Nora Findable, Manager, nora.findable@example.com, +356 2123 9999;' =HYPERLINK");
    const alone = await create({ contacts: contacts.slice(1) });
    const { text: neutral } = await attempt(admin, partnerCalls.export, {
      query: { format: 'csv', ids: [alone.id], columns: ['contacts'] },
    });
    expect(neutral).toContain(`"'=HYPERLINK(""x"")"`);
    const refused = await attempt(admin, partnerCalls.create, {
      body: partner({ contacts: [{ name: 'A', phone: 'call me' }] }),
    });
    expect(refused.body.errors).toMatchObject([{ path: 'contacts.0.phone' }]);
  });

  it('finds records by one letter as well as by several, and treats % and _ literally', async () => {
    const saved = await create({ name: 'Zq%_x partner', contacts: [{ name: 'Ýq%_ý person' }] });
    for (const q of ['Zq', 'zq%', '%_', 'Zq%_x', '_x part', 'Ýq', 'q%_ý', String(saved.id)]) {
      const { body } = await attempt(admin, partnerCalls.list, { query: { q } });
      expect([q, body.meta.total, body.data]).toMatchObject([q, 1, [{ id: saved.id }]]);
    }
    for (const q of ['Zq%_xx', '%%', '__'])
      expect((await attempt(admin, partnerCalls.list, { query: { q } })).body.meta.total).toBe(0);
  });

  it('refuses an export with an unknown column or filter before the first byte of the file', async () => {
    for (const format of ['csv', 'xlsx'])
      for (const wrong of [
        { orderBy: 'nope' },
        { filters: { nope: ['1'] } },
        { filters: { notes: { from: '\u0000' } } },
      ])
        expect((await refusal(admin, partnerCalls.export, { query: { format, ...wrong } })).status).toBe(400);
  });
});
