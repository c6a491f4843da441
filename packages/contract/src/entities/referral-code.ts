import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';

/** A code in a visitor's link that belongs to a publisher or a partner. */
export const referralCode = defineEntity({
  name: 'referralCode',
  path: 'referral-codes',
  table: 'referral_codes',
  one: 'Referral code',
  many: 'Referral codes',
  title: 'code',
  routes: { list: 'referralCodes', add: 'referralCodesAdd', edit: 'referralCodesEdit' },
  fields: fields({
    code: {
      kind: 'text',
      label: 'Code',
      max: 64,
      required: true,
      search: true,
      unique: true,
      format: 'letters',
      mono: true,
    },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher' },
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner' },
    terms: { kind: 'text', label: 'Terms', max: 2000, multiline: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'code', direction: 'asc' },
  routing: true,
  metadata: ['referral_codes'],
});
