import { defineTab } from '../define-tab.ts';

/** The traffic source Repurposed. */
export const repurposedTab = defineTab({
  name: 'repurposed',
  longTitle: 'Repurposed traffic by referrer',
  defaultKingStat: 'earningsPerClick',
  defaultKingstatOptions: ['earningsPerClick', 'revenue', 'profit', 'clickouts', 'leads', 'firstDeposits'],
  defaultVisibleColumns: ['visits', 'clickouts', 'earningsPerClick', 'leads', 'firstDeposits', 'revenue', 'profit'],
  defaultLevels: [{ type: 'traffic_source', selectedItemId: 2083 }, { type: 'referrer' }],
  scope: 'firstLevel',
});
