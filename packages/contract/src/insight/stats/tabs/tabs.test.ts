import { describe, expect, it } from 'vitest';
import { TAB_NAMES } from '../../../routes/tab-names.ts';
import { DIMENSION_KEYS } from '../dimensions.ts';
import { isMetricId } from '../metrics.ts';
import { TABS, tabOf } from './index.ts';

/** The specification's table, word for word. */
const specTable = `
| global | 19 | |
| seo | 19 | |
| mbg | 11 | levels partner_type 105, then partner |
| costs | 24 | order by 20; visible columns 1 and 20 |
| paid | 19 | levels category 51, then traffic_source |
| clickout | 13 | |
| parasites | 19 | |
| presales | 11 | levels partner_type 66, then partner |
| bestWallet | 11 | levels partner 820, then traffic_source |
| coingaming | 11 | levels partner_type 70, then partner |
| banners | 19 | levels native_box_type regular_native_box, then traffic_source |
| incubator | 11 | |
| referralCode | 21 | |
| repurposed | 16 | levels traffic_source 2083, then referrer |
| internalSocials | 19 | |
| influencers | 19 | |`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the stats tabs', () => {
  it('are the sixteen specified tabs in their order', () => {
    expect(TAB_NAMES).toEqual(specTable.map(([, name]) => name));
    expect(Object.keys(TABS)).toEqual(TAB_NAMES);
    for (const name of TAB_NAMES) expect(tabOf(name).name).toBe(name);
  });

  it.each(specTable)('%s| %s has the defaults of the spec: %s %s', (_, name, kingstat, other = '') => {
    const tab = tabOf(TAB_NAMES.find((it) => it === name) ?? 'global');
    expect(tab.defaultKingStat).toBe(Number(kingstat));
    const levels = tab.defaultLevels?.map((it) =>
      [it.type, it.selectedItemId].filter((part) => part !== undefined).join(' '),
    );
    const said = /^levels (.+)$/.exec(other)?.[1]?.split(', then ');
    expect(levels).toEqual(said);
    if (tab.defaultLevels !== undefined) expect(tab.startLevels).toEqual(tab.defaultLevels);
    expect(tab.defaultOrderBy).toBe(name === 'costs' ? 20 : tab.defaultKingStat);
    if (name === 'costs') expect(tab.defaultVisibleColumns).toEqual([1, 20]);
  });

  it('keep ids as numbers and texts as strings', () => {
    expect(TABS.mbg.defaultLevels).toEqual([{ type: 'partner_type', selectedItemId: 105 }, { type: 'partner' }]);
    expect(TABS.banners.defaultLevels?.[0]).toEqual({ type: 'native_box_type', selectedItemId: 'regular_native_box' });
  });

  it('are fetched from the specified paths', () => {
    const own = TAB_NAMES.map((name) => [name, tabOf(name).path]).filter(([, path]) => path !== 'statistics/tabs');
    expect(Object.fromEntries(own)).toEqual({
      seo: 'statistics/tabs/seo',
      clickout: 'statistics/tabs/publisher',
      parasites: 'statistics/tabs/parasites',
      incubator: 'statistics/tabs/incubator',
      internalSocials: 'statistics/tabs/internal-socials',
      influencers: 'statistics/tabs/influensers',
    });
  });

  it('have their documented scopes', () => {
    expect(Object.fromEntries(TAB_NAMES.map((name) => [name, Object.values(tabOf(name).scope).join(' ')]))).toEqual({
      global: 'everything',
      costs: 'everything',
      seo: 'boxKind seo',
      clickout: 'has publisher',
      parasites: 'websiteKind parasite',
      incubator: 'websiteKind incubator',
      banners: 'has native_box_type',
      internalSocials: 'sourceKind internal_social',
      influencers: 'sourceKind influencer',
      referralCode: 'has referral_code',
      paid: 'item category 51',
      mbg: 'item partner_type 105',
      presales: 'item partner_type 66',
      bestWallet: 'item partner 820',
      coingaming: 'item partner_type 70',
      repurposed: 'item traffic_source 2083',
    });
  });

  it('start at the natural first dimension when they have no levels', () => {
    const first = TAB_NAMES.filter((name) => tabOf(name).defaultLevels === undefined).map((name) => [
      name,
      tabOf(name).startLevels[0].type,
    ]);
    expect(Object.fromEntries(first)).toMatchObject({
      global: 'category',
      seo: 'website',
      clickout: 'publisher',
      costs: 'traffic_source',
      referralCode: 'referral_code',
    });
  });

  it('use only existing metrics and dimensions, each once, with the king stat among its options', () => {
    for (const name of TAB_NAMES) {
      const tab = tabOf(name);
      expect(tab.defaultKingstatOptions, name).toContain(tab.defaultKingStat);
      for (const ids of [tab.defaultKingstatOptions, tab.defaultVisibleColumns]) {
        expect(ids.every(isMetricId) && new Set(ids).size === ids.length, name).toBe(true);
      }
      const types = tab.startLevels.map((level) => level.type);
      expect(types.every((type) => DIMENSION_KEYS.includes(type)) && new Set(types).size === types.length, name).toBe(
        true,
      );
      expect(tab.title !== '' && tab.longTitle !== '', name).toBe(true);
    }
  });
});
