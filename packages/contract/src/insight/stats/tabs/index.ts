import type { TabName } from '../../../routes/tab-names.ts';
import type { StatsTab } from '../define-tab.ts';
import { bannersTab } from './banners.ts';
import { bestWalletTab } from './best-wallet.ts';
import { clickoutTab } from './clickout.ts';
import { coingamingTab } from './coingaming.ts';
import { costsTab } from './costs.ts';
import { globalTab } from './global.ts';
import { incubatorTab } from './incubator.ts';
import { influencersTab } from './influencers.ts';
import { internalSocialsTab } from './internal-socials.ts';
import { mbgTab } from './mbg.ts';
import { paidTab } from './paid.ts';
import { parasitesTab } from './parasites.ts';
import { presalesTab } from './presales.ts';
import { referralCodeTab } from './referral-code.ts';
import { repurposedTab } from './repurposed.ts';
import { seoTab } from './seo.ts';

/** The sixteen tabs by name, in their fixed order. */
export const TABS = {
  global: globalTab,
  seo: seoTab,
  mbg: mbgTab,
  costs: costsTab,
  paid: paidTab,
  clickout: clickoutTab,
  parasites: parasitesTab,
  presales: presalesTab,
  bestWallet: bestWalletTab,
  coingaming: coingamingTab,
  banners: bannersTab,
  incubator: incubatorTab,
  referralCode: referralCodeTab,
  repurposed: repurposedTab,
  internalSocials: internalSocialsTab,
  influencers: influencersTab,
} as const satisfies { readonly [N in TabName]: StatsTab<N> };

/** The tab of a name, typed as any tab. */
export function tabOf(name: TabName): StatsTab {
  return TABS[name];
}
