import { add, edit, list, tool } from './shape.ts';

const T = ['T'] as const;
const OT = ['O', 'T'] as const;
const DOT = ['D', 'O', 'T'] as const;

/** Screens of the group Admin tools. */
export const adminRoutes = {
  accounts: list('/accounts', 'Accounts', T, 'id'),
  accountsAdd: add('/accounts/add', 'Add account', T, 'accounts'),
  accountsEdit: edit('/accounts/edit/$id', 'Edit account', T, 'accounts'),
  users: list('/users', 'Users', 'adminOnly', 'users'),
  usersEdit: edit('/users/$id', 'Edit user', 'adminOnly', 'users'),
  manualUsersAdd: add('/manual-users/add', 'Add user by hand', 'adminOnly', 'users'),
  globalRules: tool('/global-rules', 'Global rules', T, { icon: 'gavel' }),
  whitelist: tool('/whitelist', 'Whitelist', 'adminOnly', { icon: 'shield-check' }),
  globalDealForm: tool('/partners/global-deal-form', 'Global deal form', T, { icon: 'edit-circle' }),
  partnerOverride: tool('/partner-override', 'Partner override', OT, { icon: 'replace' }),
  statusMappingOverride: tool('/status-mapping-override', 'Status mapping override', OT, { icon: 'transform' }),
  unassignedStatusForm: tool('/unassigned-status-form', 'Unassigned statuses', OT, { icon: 'question-mark' }),
  tags: list('/tags', 'Tags', DOT, 'tag'),
  tagsAdd: add('/tags/add', 'Add tag', DOT, 'tags'),
  tagsEdit: edit('/tags/edit/$id', 'Edit tag', DOT, 'tags'),
};

/** Screens of the group Manager portal. */
export const managerRoutes = {
  myInvoices: tool('/my-invoices', 'My invoices', 'any', { icon: 'file-invoice' }),
  approval: tool('/approval', 'Approval', T, { icon: 'checklist' }),
  allInvoices: tool('/all-invoices', 'All invoices', T, { icon: 'files' }),
  usersManagement: tool('/users-management', 'Users management', T, { icon: 'user-cog' }),
  flatFees: list('/flat-fees', 'Flat fees', 'any', 'calendar-dollar'),
  flatFeesAdd: add('/flat-fees/add', 'Add flat fee', 'any', 'flatFees'),
  flatFeesEdit: edit('/flat-fees/edit/$id', 'Edit flat fee', 'any', 'flatFees'),
  creditNotes: tool('/credit-notes', 'Credit notes', T, { icon: 'receipt-refund' }),
  flatFeeContacts: list('/flat-fee-contacts', 'Flat fee contacts', 'any', 'address-book'),
  flatFeeContactsAdd: add('/flat-fee-contacts/add', 'Add flat fee contact', 'any', 'flatFeeContacts'),
  flatFeeContactsEdit: edit('/flat-fee-contacts/edit/$id', 'Edit flat fee contact', 'any', 'flatFeeContacts'),
  gamblingLinks: list('/gambling-links', 'Gambling links', 'any', 'link-plus'),
  gamblingLinksAdd: add('/gambling-links/add', 'Add gambling link', 'any', 'gamblingLinks'),
};
