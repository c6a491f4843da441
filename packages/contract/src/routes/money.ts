import { add, copy, defineRoute, edit, list, recordPage, tool, view } from './shape.ts';

const CT = ['C', 'T'] as const;
const DT = ['D', 'T'] as const;
const OT = ['O', 'T'] as const;
const DSOT = ['D', 'S', 'O', 'T'] as const;

/** Screens of the group Clients & money: clients, lead buyers, domains, websites, money in. */
export const moneyRoutes = {
  clients: list('/clients', 'Clients', DT, 'briefcase'),
  clientsAdd: add('/clients/add', 'Add client', DT, 'clients'),
  clientsView: view('/clients/view/$id', 'Client', DT, 'clients'),
  clientsEdit: edit('/clients/edit/$id', 'Edit client', DT, 'clients'),
  robotPartners: list('/robot-partners', 'Lead buyers', OT, 'robot'),
  robotPartnersAdd: add('/robot-partners/add', 'Add lead buyer', OT, 'robotPartners'),
  robotPartnersEdit: edit('/robot-partners/edit/$id', 'Edit lead buyer', OT, 'robotPartners'),
  partnersRevenues: list('/partners/revenues', 'Partner revenues', CT, 'cash'),
  partnersRevenuesAdd: add('/partners/revenues/add', 'Add partner revenue', CT, 'partnersRevenues'),
  partnersWaterfall: tool('/partners/waterfall', 'Partner waterfall', OT, { icon: 'stairs-down' }),
  domains: list('/domains', 'Domains', DSOT, 'world'),
  domainsAdd: add('/domains/add', 'Add domain', DSOT, 'domains'),
  domainsEdit: edit('/domains/edit/$id', 'Edit domain', DSOT, 'domains'),
  websites: list('/websites', 'Websites', DSOT, 'browser'),
  websitesAdd: add('/websites/add', 'Add website', DSOT, 'websites'),
  websitesEdit: edit('/websites/edit/$id', 'Edit website', DSOT, 'websites'),
  websitesView: recordPage('/websites/view/$id', 'Website', DSOT, { parent: 'websites', follows: 'websitesEdit' }),
  spiderDomains: tool('/spider-domains', 'Spider domains', OT, { icon: 'spider' }),
  prelanderDomains: tool('/prelander-domains', 'Prelander domains', OT, { icon: 'world-share' }),
  manualTransactions: list('/manual-transactions', 'Manual transactions', CT, 'receipt'),
  manualTransactionsAdd: add('/manual-transaction/add', 'Add manual transaction', CT, 'manualTransactions'),
  manualTransactionsCopy: copy('/manual-transaction/copy/$id', 'Copy manual transaction', CT, 'manualTransactions'),
  simpleCost: tool('/simple-cost', 'Simple cost', CT, { icon: 'coins' }),
  simpleCostCopy: copy('/simple-cost/copy/$id', 'Copy simple cost', CT, 'simpleCost'),
  gamblingStats: list('/gambling-stats-list', 'Gambling stats', DT, 'cards'),
  gamblingStatsAdd: add('/gambling-stats-add', 'Add gambling stats', DT, 'gamblingStats'),
  gamblingStatsCsvUpload: defineRoute('/gambling-stats/csv-upload', 'Upload gambling stats', DT, {
    icon: 'file-spreadsheet',
    menu: ['view', 'add'],
  }),
  lookerWiz: tool('/looker-wiz', 'Looker reports', DT, { icon: 'layout-dashboard' }),
};
