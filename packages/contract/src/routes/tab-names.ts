import { keysOf } from '../objects.ts';
import type { RoutePermissions } from './shape.ts';

const broad = ['D', 'S', 'C', 'O', 'T'] as const;
const top = ['T'] as const;

/** The sixteen stats tabs and who may open each. */
export const TAB_PERMISSIONS = {
  global: broad,
  seo: broad,
  mbg: top,
  costs: 'adminOnly',
  paid: broad,
  clickout: broad,
  parasites: broad,
  presales: broad,
  bestWallet: broad,
  coingaming: top,
  banners: broad,
  incubator: broad,
  referralCode: 'adminOnly',
  repurposed: top,
  internalSocials: broad,
  influencers: broad,
} as const satisfies Record<string, RoutePermissions>;

/** A stats tab, as spelled in `/stats?tab=`. */
export type TabName = keyof typeof TAB_PERMISSIONS;

/** The short title of each tab. */
export const TAB_TITLES = {
  global: 'Global',
  seo: 'SEO',
  mbg: 'MBG',
  costs: 'Costs',
  paid: 'Paid',
  clickout: 'Click-out',
  parasites: 'Parasites',
  presales: 'Presales',
  bestWallet: 'Best Wallet',
  coingaming: 'Coingaming',
  banners: 'Banners',
  incubator: 'Incubator',
  referralCode: 'Referral codes',
  repurposed: 'Repurposed',
  internalSocials: 'Internal socials',
  influencers: 'Influencers',
} as const satisfies Record<TabName, string>;

/** The tabs in their fixed order. */
export const TAB_NAMES = keysOf(TAB_PERMISSIONS);

/** Whether a value is the name of a tab. */
export function isTabName(value: unknown): value is TabName {
  return TAB_NAMES.some((name) => name === value);
}
