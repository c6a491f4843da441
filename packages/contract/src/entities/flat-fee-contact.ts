import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';

/** An external person who is paid flat fees. */
export const flatFeeContact = defineEntity({
  name: 'flatFeeContact',
  path: 'flat-fee-contacts',
  table: 'flat_fee_contacts',
  one: 'Contact',
  many: 'Flat fee contacts',
  title: 'name',
  routes: { list: 'flatFeeContacts', add: 'flatFeeContactsAdd', edit: 'flatFeeContactsEdit' },
  scope: { publisher: 'publisherId' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    company: { kind: 'text', label: 'Company', max: 120, search: true },
    email: { kind: 'text', label: 'E-mail', max: 254, format: 'email', search: true },
    phone: { kind: 'text', label: 'Phone', max: 40, search: true, hasNumbers: true },
    websites: { kind: 'references', label: 'Websites', to: 'website' },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher', readOnly: true },
    notes: { kind: 'text', label: 'Notes', max: 4000, multiline: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
});
