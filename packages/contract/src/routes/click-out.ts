import { add, edit, list, recordPage, tool } from './shape.ts';

const OT = ['O', 'T'] as const;
const DT = ['D', 'T'] as const;
const DOT = ['D', 'O', 'T'] as const;
const DPT = ['D', 'P', 'T'] as const;
const DSOT = ['D', 'S', 'O', 'T'] as const;

/** Screens of the group Click-out. */
export const clickOutRoutes = {
  showOffers: list('/show-offers', 'Offers by geo', DSOT, 'tags'),
  partners: list('/partners', 'Partners', DOT, 'users-group'),
  partnersAdd: add('/partners/add', 'Add partner', DOT, 'partners'),
  partnersEdit: edit('/partners/edit/$id', 'Edit partner', DOT, 'partners'),
  partnersView: recordPage('/partners/view/$id', 'Partner', DOT, { parent: 'partners', follows: 'partnersEdit' }),
  mbgMirrors: tool('/mbg-mirrors', 'MBG mirrors', OT, { icon: 'world-www' }),
  publishers: list('/publisher-list', 'Publishers', DOT, 'news'),
  publishersAdd: add('/publisher/add', 'Add publisher', DOT, 'publishers'),
  publishersEdit: edit('/publisher/edit/$id', 'Edit publisher', DOT, 'publishers'),
  publisherView: recordPage('/publisher/view/$id', 'Publisher', DOT, {
    parent: 'publishers',
    follows: 'publishersEdit',
  }),
  referrers: tool('/referrers', 'Referrers', DSOT, { icon: 'arrow-guide' }),
  emailPublisher: tool('/email-publisher', 'Email publishers', DT, { icon: 'mail' }),
  publisherLeadQueryReport: list('/publisher-lead-query-report', 'Publisher leads', DPT, 'help-circle'),
  dealApprovalForm: tool('/deal-approval-form', 'Deal proposals', DOT, { icon: 'writing-sign' }),
  approvedDeals: list('/approved-deals', 'Approved deals', DOT, 'rosette-discount-check'),
  affiliateTransactions: tool('/affiliate-transactions', 'Affiliate transactions', DOT, { icon: 'arrows-exchange' }),
};
