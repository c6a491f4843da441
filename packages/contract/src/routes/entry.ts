import { defineRoute } from './shape.ts';

const toStats = (tab?: string) => ({ path: '/stats' as const, search: tab === undefined ? {} : { tab } });
const hidden = { hideFromSidebar: true, neverMenuItem: true };
const outside = { ...hidden, disabledForPermissionSystem: true };

/** Sign-in, sign-out, and the old addresses of the stats tabs, all hidden from the sidebar. */
export const entryRoutes = {
  home: defineRoute('/', 'Home', 'any', { flags: hidden }),
  login: defineRoute('/login', 'Sign in', 'any', { flags: outside }),
  logout: defineRoute('/logout', 'Sign out', 'any', { flags: outside }),
  profile: defineRoute('/profile', 'My profile', 'any', { menu: ['view', 'add'], flags: outside }),
  backgroundJobs: defineRoute('/background-jobs', 'Background jobs', 'any', { menu: ['view', 'add'], flags: outside }),
  seoView: defineRoute('/seo-view', 'SEO view', 'any', { flags: hidden, redirectTo: toStats('seo') }),
  gamblingView: defineRoute('/gambling-view', 'Gambling view', 'any', { flags: hidden, redirectTo: toStats() }),
  parasitesView: defineRoute('/parasites-view', 'Parasites view', 'any', {
    flags: hidden,
    redirectTo: toStats('parasites'),
  }),
  bannerBoxView: defineRoute('/banner-box-view', 'Banner box view', 'any', {
    flags: hidden,
    redirectTo: toStats('banners'),
  }),
  publishersView: defineRoute('/publishers-view', 'Publishers view', 'any', {
    flags: hidden,
    redirectTo: toStats('clickout'),
  }),
};
