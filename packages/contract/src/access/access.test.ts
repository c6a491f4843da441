import { describe, expect, it } from 'vitest';
import { partner } from '../entities/partner.ts';
import { ALL_ROUTES, ROUTE_NAMES, ROUTES, type Route } from '../routes/index.ts';
import {
  homeScreenFor,
  landingFor,
  mayCall,
  mayDo,
  mayOpen,
  mayOpenTab,
  normalisePath,
  type Viewer,
  visibleMenu,
  visibleTabs,
} from './access.ts';
import { GRADES, type Grade } from './grades.ts';
import { governedPaths, halfOpenFamilies, incompleteFamilies, storedPath } from './path-families.ts';

/**
 * The expected access to screens: permission codes, `*` for anyone with a grade, `A` for grade
 * Admin alone, `!` for screens that cannot be denied.
 */
const expected: Record<string, string> = {
  '/': '*',
  '/login /logout /profile /background-jobs': '!',
  '/seo-view /gambling-view /parasites-view /banner-box-view /publishers-view': '*',
  '/campaign-stats /campaign-stats/$preset /stats': 'DSCOT',
  '/alerts /alerts/add /alerts/edit/$id': 'DSCOT',
  '/leakage': 'DOT',
  '/lifetime-view /advanced-reporting /advanced-reporting/add /advanced-reporting/edit/$id': 'DT',
  '/advanced-reporting/duplicate/$duplicateId /advanced-reporting/download/$downloadId': 'DT',
  '/event-reporter /event-reporter/support/$type/search/$id': 'DT',
  '/lead-search /marketplace': 'DOT',
  '/show-offers /referrers': 'DSOT',
  '/partners /partners/add /partners/edit/$id /partners/view/$id': 'DOT',
  '/mbg-mirrors': 'OT',
  '/publisher-list /publisher/add /publisher/edit/$id /publisher/view/$id': 'DOT',
  '/email-publisher': 'DT',
  '/publisher-lead-query-report': 'DPT',
  '/deal-approval-form /approved-deals /affiliate-transactions': 'DOT',
  '/campaign-box /campaign-box/add /campaign-box/edit/$id /campaign-box/copy/$id /campaign-box/$id': 'DOT',
  '/offers/$product/edit/$offerId /campaign-box/$boxId/offers/$product/add': 'DOT',
  '/offers/publisher/edit/$offerId /campaign-box/$boxId/offers/publisher/add': 'DOT',
  '/seo-campaign-box /seo-campaign-box/add /seo-campaign-box/edit/$id /seo-campaign-box/copy/$id': 'SOT',
  '/seo-campaign-box/view/$id': 'SOT',
  '/sheets/seo/add /sheets/seo-boxes /sheets /sheets/add /sheets/edit/$id /unprocessed-requests': 'SOT',
  '/rules /rules/add /rules/edit/$id /rules/copy/$id /rules/view/$id': 'DOT',
  '/campaign /campaign/add /affiliate-campaign/add /campaign/edit/$id /campaign/view/$id': 'DOT',
  '/partner-link-checker': 'DOT',
  '/direct-link/add': 'DSOT',
  '/banner-global-rules /banner-global-rules/add /banner-global-rules/edit/$id': 'OT',
  '/templates /templates/add /templates/edit/$id /templates/defaults/$id /templates/defaults/$id/$bannerId': 'DOT',
  '/buttons /buttons/add /buttons/edit/$id /buttons/duplicate/$duplicateId': 'DOT',
  '/push-notification /push-notification/add /push-notification/edit/$id': 'DT',
  '/referral-codes /referral-codes/add /referral-codes/edit/$id': 'DT',
  '/links-checker /links-checker/download/$downloadId': 'DSOT',
  '/links-checker-form /links-checker-upload /links-checker-upload-email': 'DSOT',
  '/clients /clients/add /clients/view/$id /clients/edit/$id': 'DT',
  '/robot-partners /robot-partners/add /robot-partners/edit/$id /partners/waterfall': 'OT',
  '/partners/revenues /partners/revenues/add': 'TC',
  '/domains /domains/add /domains/edit/$id /websites /websites/add /websites/edit/$id /websites/view/$id': 'DSOT',
  '/spider-domains /prelander-domains': 'OT',
  '/manual-transactions /manual-transaction/add /manual-transaction/copy/$id': 'CT',
  '/simple-cost /simple-cost/copy/$id': 'CT',
  '/gambling-stats-add /gambling-stats/csv-upload /gambling-stats-list /looker-wiz': 'DT',
  '/accounts /accounts/add /accounts/edit/$id /global-rules /partners/global-deal-form': 'T',
  '/users /users/$id /manual-users/add /whitelist': 'A',
  '/partner-override /status-mapping-override /unassigned-status-form': 'OT',
  '/tags /tags/add /tags/edit/$id': 'DOT',
  '/approval /all-invoices /credit-notes /users-management': 'T',
  '/my-invoices /flat-fees /flat-fees/add /flat-fees/edit/$id': '*',
  '/flat-fee-contacts /flat-fee-contacts/add /flat-fee-contacts/edit/$id /gambling-links /gambling-links/add': '*',
};

const whoByPath = new Map(
  Object.entries(expected).flatMap(([paths, who]) => paths.split(' ').map((it): [string, string] => [it, who])),
);

const codeOf: Record<Grade, string> = {
  Admin: 'T',
  Management: 'T',
  'Default User': 'D',
  Publisher: 'P',
  'Seo User': 'S',
  'Cost User': 'C',
  Operations: 'O',
  'Exclude All Pages': '',
  'Starter Profile': '',
};

const mayByTable = (grade: Grade, path: string): boolean => {
  const who = whoByPath.get(path) ?? '';
  if (grade === 'Admin' || who === '!') return true;
  if (codeOf[grade] === '') return grade === 'Starter Profile' && path === '/';
  return who === '*' || who.includes(codeOf[grade]);
};

const viewer = (grade: Grade, includedPaths: string[] = [], excludedPaths: string[] = []): Viewer => ({
  grade,
  includedPaths,
  excludedPaths,
});

/** The path by which the lists include and exclude a route. */
const entryOf = ({ name, path, follows }: Route): string =>
  name === 'home' ? '/seo-view' : follows === undefined ? path : ROUTES[follows].path;

describe('access of nine grades to all routes', () => {
  it('is specified for every route', () => {
    expect([...whoByPath.keys()].sort()).toEqual(ALL_ROUTES.map((route) => route.path).sort());
  });

  for (const grade of GRADES) {
    it(`opens exactly the listed routes to ${grade}`, () => {
      const got = ALL_ROUTES.filter((route) => mayOpen(viewer(grade), route)).map((route) => route.path);
      expect(got).toEqual(ALL_ROUTES.map((route) => route.path).filter((path) => mayByTable(grade, path)));
    });

    it(`opens every route to ${grade} through an included path`, () => {
      for (const route of ALL_ROUTES) expect(mayOpen(viewer(grade, [entryOf(route)]), route), route.path).toBe(true);
    });

    it(`denies every governed route to ${grade} through an excluded path, even an included one, except to Admin`, () => {
      for (const route of ALL_ROUTES.filter((it) => !it.flags.disabledForPermissionSystem)) {
        const entry = entryOf(route);
        expect(mayOpen(viewer(grade, [entry], [entry]), route), route.path).toBe(grade === 'Admin');
      }
    });
  }
});

describe('Home', () => {
  it('is included or excluded by the seo-view entry, not by its own', () => {
    expect(mayOpen(viewer('Default User', [], ['/seo-view']), ROUTES.home)).toBe(false);
    expect(mayOpen(viewer('Default User', [], ['/']), ROUTES.home)).toBe(true);
    expect(mayOpen(viewer('Exclude All Pages', ['/seo-view']), ROUTES.home)).toBe(true);
    expect(mayOpen(viewer('Exclude All Pages', ['/']), ROUTES.home)).toBe(false);
    expect(mayOpen(viewer('Starter Profile', [], ['/seo-view']), ROUTES.home)).toBe(false);
  });

  it('shows Campaign boxes to Operations unless they are excluded', () => {
    for (const grade of GRADES) {
      expect(homeScreenFor(viewer(grade))).toBe(grade === 'Operations' ? 'campaignBoxes' : 'home');
    }
    expect(homeScreenFor(viewer('Operations', [], ['/campaign-box']))).toBe('home');
  });
});

describe('stats tabs', () => {
  const broad = 'global seo paid clickout parasites presales bestWallet banners incubator internalSocials influencers';
  const tabs = (who: Viewer) => visibleTabs(who).sort();

  it('are open to the listed grades', () => {
    for (const grade of ['Default User', 'Seo User', 'Cost User', 'Operations'] as const) {
      expect(tabs(viewer(grade))).toEqual(broad.split(' ').sort());
    }
    expect(tabs(viewer('Management'))).toEqual([...broad.split(' '), 'mbg', 'coingaming', 'repurposed'].sort());
    expect(tabs(viewer('Admin'))).toHaveLength(16);
    for (const grade of ['Publisher', 'Exclude All Pages', 'Starter Profile'] as const) {
      expect(tabs(viewer(grade))).toEqual([]);
    }
  });

  it('open the stats route when at least one of them is open', () => {
    const one = viewer('Publisher', ['/stats?tab=mbg']);
    expect(visibleTabs(one)).toEqual(['mbg']);
    expect(mayOpen(one, ROUTES.stats)).toBe(true);
    expect(mayOpen(viewer('Publisher'), ROUTES.stats)).toBe(false);
  });

  it('are opened by an included /stats only if the broad grade set may see them', () => {
    expect(tabs(viewer('Starter Profile', ['/stats']))).toEqual(broad.split(' ').sort());
    expect(mayOpenTab(viewer('Default User', ['/stats']), 'costs')).toBe(false);
    expect(mayOpenTab(viewer('Default User', ['/stats?tab=costs']), 'costs')).toBe(true);
  });

  it('are denied by an excluded tab or an excluded /stats', () => {
    expect(mayOpenTab(viewer('Management', ['/stats?tab=seo'], ['/stats?tab=seo']), 'seo')).toBe(false);
    expect(visibleTabs(viewer('Management', ['/stats?tab=seo'], ['/stats']))).toEqual([]);
    expect(visibleTabs(viewer('Admin', [], ['/stats']))).toHaveLength(16);
  });
});

describe('access to calls', () => {
  it('is granted to people who can open one of the call’s screens', () => {
    expect(mayCall(viewer('Operations'), ['partners', 'users'], 'view')).toBe(true);
    expect(mayCall(viewer('Publisher'), ['partners', 'users'], 'view')).toBe(false);
  });

  it('is granted for writing only through a screen that writes', () => {
    const reader = viewer('Exclude All Pages', ['/partners']);
    expect(mayCall(reader, ['partners', 'partnersAdd', 'partnersEdit'], 'view')).toBe(true);
    expect(mayCall(reader, ['partners', 'partnersAdd', 'partnersEdit'], 'add')).toBe(false);
    expect(mayCall(viewer('Operations'), ['partners', 'partnersAdd', 'partnersEdit'], 'add')).toBe(true);
  });

  it('is refused when the call names no screen', () => {
    expect(mayCall(viewer('Admin'), [], 'view')).toBe(false);
  });
});

describe('the sidebar', () => {
  it('shows permitted list screens by group, with their add forms', () => {
    const menu = visibleMenu(viewer('Operations'));
    const items = menu.flatMap((group) => group.items);
    expect(items.find((item) => item.name === 'partners')).toMatchObject({ path: '/partners', add: 'partnersAdd' });
    expect(items.map((item) => item.name)).not.toContain('users');
    for (const item of items) {
      expect(ROUTES[item.name].flags.hideFromSidebar, item.name).toBe(false);
    }
    expect(menu.every((group) => group.items.length > 0)).toBe(true);
  });

  it('has an entry for each list of reference data, for people who may open the tags', () => {
    const titles = (grade: 'Operations' | 'Seo User') =>
      visibleMenu(viewer(grade)).flatMap(({ items }) => items.map(({ title }) => title));
    expect(titles('Operations')).toEqual(expect.arrayContaining(['Tags', 'Traffic sources', 'Geos', 'Products']));
    expect(titles('Seo User')).not.toContain('Traffic sources');
  });

  it('hides an excluded add form', () => {
    const menu = visibleMenu(viewer('Operations', [], ['/partners/add'])).flatMap((group) => group.items);
    expect(menu.find((item) => item.name === 'partners')).not.toHaveProperty('add');
  });

  it('is empty for a person without any screen', () => {
    expect(visibleMenu(viewer('Exclude All Pages'))).toEqual([]);
  });
});

describe('paths of the include and exclude lists', () => {
  it('match in every spelling', () => {
    const spellings = [
      '/partners/edit/$id',
      '#/partners/edit/{id}',
      '/partners/edit/:id/',
      ' /partners/edit/$partnerId ',
    ];
    for (const spelling of spellings) expect(normalisePath(spelling)).toBe('/partners/edit/$');
    expect(normalisePath('')).toBe('/');
    expect(normalisePath('/#/stats?tab=seo')).toBe('/stats?tab=seo');
  });

  it('decide about the page of a record by the entry of its form', () => {
    expect(mayOpen(viewer('Exclude All Pages', ['/partners/edit/{id}']), ROUTES.partnersView)).toBe(true);
    expect(mayOpen(viewer('Exclude All Pages', ['/partners', '/partners/view/$id']), ROUTES.partnersView)).toBe(false);
    const denied = viewer('Management', [], ['/partners', '/partners/add', '/partners/edit/$id']);
    expect(mayOpen(denied, ROUTES.partnersView)).toBe(false);
    expect(mayDo(denied, partner, 'read')).toBe(false);
  });

  it('do not open the routes below them', () => {
    expect(mayOpen(viewer('Exclude All Pages', ['/partners']), ROUTES.partnersEdit)).toBe(false);
  });

  it('can include every route and tab but the four that no list governs and the four that follow their form', () => {
    expect(governedPaths()).toHaveLength(ROUTE_NAMES.length - 4 - 4 + 16);
  });
});

describe('the first screen of a person', () => {
  it('is Home if Home is open, whatever Home shows to the grade', () => {
    expect(landingFor(viewer('Default User'))).toEqual({ path: '/', title: 'Home' });
    expect(landingFor(viewer('Operations'))).toEqual({ path: '/', title: 'Campaign boxes' });
    expect(landingFor(viewer('Starter Profile', ['/partners']))).toEqual({ path: '/', title: 'Home' });
  });

  it('is the first open screen without parameters if Home is closed', () => {
    const only = (...paths: string[]) => landingFor(viewer('Exclude All Pages', paths)).path;
    expect(only('/tags', '/partners')).toBe('/partners');
    expect(only('/partners/edit/$id', '/partners/add')).toBe('/partners/add');
    expect(only('/stats?tab=bestWallet')).toBe('/stats');
    expect(only('/partners/edit/$id')).toBe('/profile');
    expect(only()).toBe('/profile');
    expect(landingFor(viewer('Default User', [], ['/seo-view'])).path).toBe('/stats');
  });

  it('is an open screen for each grade and any single path', () => {
    for (const grade of GRADES)
      for (const { path } of governedPaths()) {
        const who = viewer(grade, [path], []);
        const route = ALL_ROUTES.find((one) => one.path === landingFor(who).path);
        expect([grade, path, route && mayOpen(who, route)]).toEqual([grade, path, true]);
      }
  });
});

describe('families of screens', () => {
  it('can be completed from any of their paths', () => {
    expect(incompleteFamilies(['/partners/edit/{id}'])).toEqual([
      { title: 'Partners', paths: ['/partners', '/partners/add'] },
    ]);
    expect(incompleteFamilies(['/partners', '/partners/add', '/partners/edit/$id', '/whitelist'])).toEqual([]);
    expect(incompleteFamilies([])).toEqual([]);
  });

  it('are described in words when only partly open', () => {
    expect(halfOpenFamilies(viewer('Management', [], ['/partners']))).toEqual([
      '/partners is blocked but Add partner and Edit partner are open.',
    ]);
    expect(halfOpenFamilies(viewer('Exclude All Pages', ['/partners/add']))).toEqual([
      '/partners is blocked but Add partner is open.',
    ]);
    expect(halfOpenFamilies(viewer('Exclude All Pages', ['/partners']))).toEqual([
      '/partners is open but Add partner and Edit partner are blocked.',
    ]);
    const all = ['/partners', '/partners/add', '/partners/edit/{id}'];
    expect(halfOpenFamilies(viewer('Management', [], all))).toEqual([]);
    expect(halfOpenFamilies(viewer('Exclude All Pages', all))).toEqual([]);
    expect(halfOpenFamilies(viewer('Admin', [], ['/partners']))).toEqual([]);
    expect(halfOpenFamilies(viewer('Default User'))).toEqual([]);
  });

  it('are stored as spelled in the route table', () => {
    for (const spelling of ['/partners/edit/{id}', '#/partners/edit/:id/', '/partners/edit/$partnerId'])
      expect(storedPath(spelling)).toBe('/partners/edit/$id');
    expect(storedPath('/stats?tab=seo')).toBe('/stats?tab=seo');
    expect(storedPath('/nowhere')).toBe('/nowhere');
  });
});
