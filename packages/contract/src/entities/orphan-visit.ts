import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { READ_ONLY } from './shared/fields.ts';
import { REFERENCE_ROUTES } from './shared/reference-data-fields.ts';

/** Visits of one day to an address behind which there is no link. The routers count them. */
export const orphanVisit = defineEntity({
  name: 'orphanVisit',
  path: 'orphan-visits',
  table: 'orphan_visits',
  one: 'Orphan visit',
  many: 'Orphan visits',
  title: 'path',
  routes: { list: REFERENCE_ROUTES.list },
  listKind: 'orphan-visits',
  fields: fields({
    day: { kind: 'date', label: 'Day (UTC)', ...READ_ONLY },
    host: { kind: 'text', label: 'Host', max: 253, mono: true, search: true, ...READ_ONLY },
    domainId: { kind: 'reference', label: 'Domain', to: 'domain', readOnly: true },
    orphanKind: {
      kind: 'choice',
      label: 'Opened',
      ...READ_ONLY,
      options: [
        { value: 'link', label: 'Unknown link', tone: 'bad' },
        { value: 'root', label: 'Root of the host', tone: 'attention' },
        { value: 'path', label: 'Other address' },
      ],
    },
    path: { kind: 'text', label: 'Path', max: 120, mono: true, search: true, ...READ_ONLY },
    visits: { kind: 'integer', label: 'Visits', min: 0, max: 2_147_483_647, ...READ_ONLY },
    sentOn: { kind: 'integer', label: 'Sent on', min: 0, max: 2_147_483_647, ...READ_ONLY },
    botVisits: { kind: 'integer', label: 'Bots', min: 0, max: 2_147_483_647, ...READ_ONLY },
    lastAt: { kind: 'instant', label: 'Last', ...READ_ONLY },
  }),
  defaultSort: { orderBy: 'lastAt', direction: 'desc' },
});

export type OrphanKind = (typeof orphanVisit.fields.orphanKind.options)[number]['value'];

/** Stands for all addresses beyond the bound, and for those that bots opened. */
export const OTHER_PATHS = 'other';
