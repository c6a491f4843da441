import { defineTab } from '../define-tab.ts';

/** Facts with a referral code. */
export const referralCodeTab = defineTab({
  name: 'referralCode',
  longTitle: 'Referral codes and their results',
  defaultKingStat: 'codeUses',
  defaultKingstatOptions: ['codeUses', 'firstDeposits', 'deposits', 'revenue', 'depositAmount', 'profit'],
  defaultVisibleColumns: [
    'codeUses',
    'leads',
    'firstDeposits',
    'deposits',
    'depositAmount',
    'revenue',
    'publisherCost',
    'profit',
  ],
  startLevels: [{ type: 'referral_code' }, { type: 'partner' }, { type: 'geo' }],
  scope: { kind: 'has', dimension: 'referral_code' },
});
