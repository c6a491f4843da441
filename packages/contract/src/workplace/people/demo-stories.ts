import type { RouteName } from '../../routes/index.ts';

/** Something the demo world holds for newcomers to find. */
export interface DemoStory {
  /** A sentence that says what can be found. */
  text: string;
  route: RouteName;
  params?: Readonly<Record<string, number>>;
  search: Readonly<Record<string, unknown>>;
}

/** The stories of the demo world, with the screens that show them. The ids are those of `apps/server/src/operations/demo/world`. */
export const DEMO_STORIES: readonly DemoStory[] = [
  {
    text: 'One partner is full every evening. See what its lead cap costs.',
    route: 'leakage',
    search: { days: 30 },
  },
  {
    text: 'Two links are dead. See how much revenue depends on them.',
    route: 'linksChecker',
    search: { view: 'watched', shown: 'broken' },
  },
  {
    text: 'One afternoon a wave of bots came from one address. Look at its clicks.',
    route: 'eventReporter',
    search: { reasons: ['burst'], dateRange: 'last30Days' },
  },
  {
    text: 'Cedar Spin pays no invoices. See what it owes.',
    route: 'allInvoices',
    search: { side: 'receivable', partner: 803 },
  },
  {
    text: 'Two versions of a page are compared. See which one wins, and show it to everybody.',
    route: 'templatesEdit',
    params: { id: 1058 },
    search: {},
  },
];
