import { defineTab } from '../define-tab.ts';

/** Facts with a referral code. */
export const referralCodeTab = defineTab({
  name: 'referralCode',
  title: 'Referral codes',
  longTitle: 'Referral codes and what they brought',
  defaultKingStat: 21,
  defaultKingstatOptions: [21, 9, 10, 11, 12, 19],
  defaultVisibleColumns: [21, 7, 9, 10, 12, 11, 26, 19],
  startLevels: [{ type: 'referral_code' }, { type: 'partner' }, { type: 'geo' }],
  scope: { kind: 'has', dimension: 'referral_code' },
});
