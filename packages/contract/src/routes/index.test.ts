import { describe, expect, it } from 'vitest';
import { ALL_ROUTES, isRouteName, type RedirectRouteName, ROUTES, type Route } from './index.ts';
import { path } from './paths.ts';

/** The paths of the specification, with its shorthand written out, and our own: signing in, background jobs, alerts, leakage, and the pages of records. */
const specPaths = `
/ /login /background-jobs /logout /profile /seo-view /gambling-view /parasites-view /banner-box-view /publishers-view
/campaign-stats /campaign-stats/{preset} /stats /lifetime-view /advanced-reporting /advanced-reporting/edit/{id}
/advanced-reporting/duplicate/{duplicateId} /advanced-reporting/add /advanced-reporting/download/{downloadId}
/event-reporter /event-reporter/support/{type}/search/{id} /alerts /alerts/add /alerts/edit/{id} /leakage /lead-search /marketplace
/show-offers /partners /partners/add /partners/edit/{id} /partners/view/{id} /mbg-mirrors /publisher-list /publisher/add
/publisher/edit/{id} /publisher/view/{id} /referrers /email-publisher /publisher-lead-query-report /deal-approval-form /approved-deals
/affiliate-transactions
/seo-campaign-box /seo-campaign-box/add /seo-campaign-box/edit/{id} /seo-campaign-box/copy/{id}
/seo-campaign-box/view/{id}
/campaign-box /campaign-box/add /campaign-box/edit/{id} /campaign-box/copy/{id} /campaign-box/{id}
/offers/{product}/edit/{offerId} /campaign-box/{boxId}/offers/{product}/add /offers/publisher/edit/{offerId}
/campaign-box/{boxId}/offers/publisher/add
/links-checker /links-checker/download/{downloadId} /links-checker-form /links-checker-upload
/links-checker-upload-email
/referral-codes /referral-codes/add /referral-codes/edit/{id}
/sheets/seo/add /sheets/seo-boxes /sheets /sheets/add /sheets/edit/{id} /unprocessed-requests
/direct-link/add /push-notification /push-notification/add /push-notification/edit/{id}
/templates /templates/add /templates/edit/{id} /templates/defaults/{id} /templates/defaults/{id}/{bannerId}
/buttons /buttons/add /buttons/edit/{id} /buttons/duplicate/{duplicateId}
/rules /rules/add /rules/edit/{id} /rules/copy/{id} /rules/view/{id}
/campaign /campaign/add /affiliate-campaign/add /campaign/edit/{id} /campaign/view/{id} /partner-link-checker
/clients /clients/add /clients/view/{id} /clients/edit/{id}
/robot-partners /robot-partners/add /robot-partners/edit/{id}
/partners/revenues /partners/revenues/add /partners/waterfall
/domains /domains/add /domains/edit/{id} /websites /websites/add /websites/edit/{id} /websites/view/{id}
/manual-transactions /manual-transaction/add /manual-transaction/copy/{id} /simple-cost /simple-cost/copy/{id}
/gambling-stats-add /gambling-stats/csv-upload /gambling-stats-list
/banner-global-rules /banner-global-rules/add /banner-global-rules/edit/{id}
/looker-wiz /spider-domains /prelander-domains
/accounts /accounts/add /accounts/edit/{id} /users /users/{id} /manual-users/add /global-rules /whitelist
/partners/global-deal-form /partner-override /status-mapping-override /unassigned-status-form
/tags /tags/add /tags/edit/{id}
/my-invoices /approval /all-invoices /users-management /flat-fees /flat-fees/add /flat-fees/edit/{id} /credit-notes
/flat-fee-contacts /flat-fee-contacts/add /flat-fee-contacts/edit/{id} /gambling-links/add /gambling-links
`
  .trim()
  .split(/\s+/);

describe('the route table', () => {
  it('contains exactly the specified paths', () => {
    const own = ALL_ROUTES.map((route) => route.path.replace(/\$([A-Za-z]+)/g, '{$1}'));
    expect([...own].sort()).toEqual([...specPaths].sort());
    expect(new Set(own).size).toBe(own.length);
  });

  it('hides home, sign-out, profile and the old views from the sidebar', () => {
    const hidden = ALL_ROUTES.filter((route) => route.flags.hideFromSidebar).map((route) => route.path);
    expect(hidden.sort()).toEqual(
      [
        '/',
        '/background-jobs',
        '/login',
        '/logout',
        '/profile',
        '/seo-view',
        '/gambling-view',
        '/parasites-view',
        '/banner-box-view',
        '/publishers-view',
      ].sort(),
    );
  });

  it('sends the old views to stats, on the matching tab where there is one', () => {
    const targets = ALL_ROUTES.filter((route) => route.redirectTo !== undefined).map((route) => [
      route.path,
      route.redirectTo?.path,
      route.redirectTo?.search.tab,
    ]);
    expect(targets).toEqual([
      ['/seo-view', '/stats', 'seo'],
      ['/gambling-view', '/stats', undefined],
      ['/parasites-view', '/stats', 'parasites'],
      ['/banner-box-view', '/stats', 'banners'],
      ['/publishers-view', '/stats', 'clickout'],
    ]);
  });

  it('has the specified fixed properties', () => {
    const props = (route: Route) => route.extraProps;
    expect(props(ROUTES.linksCheckerForm)).toEqual({ mode: 'form' });
    expect(props(ROUTES.linksCheckerUpload)).toEqual({ mode: 'upload' });
    expect(props(ROUTES.linksCheckerUploadEmail)).toEqual({ mode: 'email' });
    expect(props(ROUTES.unprocessedRequests)).toEqual({ unprocessed: true });
    expect(props(ROUTES.partnersAdd)).toEqual({ add: true });
    expect(props(ROUTES.partnersEdit)).toEqual({ edit: true });
    expect(props(ROUTES.rulesCopy)).toEqual({ copy: true });
  });

  it('has existing parents, an icon for each sidebar item and a group for all routes except entries', () => {
    for (const route of ALL_ROUTES) {
      if (route.parent !== undefined) expect(isRouteName(route.parent), route.name).toBe(true);
      if (!route.flags.neverMenuItem) expect(route.icon, route.name).toMatch(/^[a-z][a-z0-9-]+$/);
      if (!route.flags.neverMenuItem) expect(route.path, route.name).not.toContain('$');
      expect(route.group === null, route.name).toBe(route.flags.hideFromSidebar);
    }
  });

  it('redirects exactly the addresses that have no screen', () => {
    const redirects: RedirectRouteName[] = [
      'seoView',
      'gamblingView',
      'parasitesView',
      'bannerBoxView',
      'publishersView',
    ];
    const found = ALL_ROUTES.filter((route) => route.redirectTo !== undefined).map((route) => route.name);
    expect(found.sort()).toEqual(redirects.sort());
  });

  it('refuses unknown names', () => {
    expect(isRouteName('partnersEdit')).toBe(true);
    expect(isRouteName('toString')).toBe(false);
  });
});

describe('links', () => {
  it('are built by functions typed from the table', () => {
    expect(path.partners()).toBe('/partners');
    expect(path.partnersEdit({ id: 7 })).toBe('/partners/edit/7');
    expect(path.offersAdd({ boxId: 3, product: 'best wallet/x' })).toBe('/campaign-box/3/offers/best%20wallet%2Fx/add');
    // @ts-expect-error a parameter is missing
    expect(() => path.partnersEdit({})).toThrow('id');
    expect(() => path.partnersEdit({ id: '' })).toThrow('id');
  });

  it('do not change between releases', () => {
    const sample = { id: 1, preset: 'p', duplicateId: 2, downloadId: 3, type: 'click', product: 'x', offerId: 4 };
    const all = { ...sample, boxId: 5, bannerId: 6 };
    const built = ALL_ROUTES.map((route) => [route.name, Reflect.apply(path[route.name], undefined, [all])]);
    expect(Object.fromEntries(built)).toMatchSnapshot();
  });
});
