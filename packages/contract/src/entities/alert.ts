import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { alertDefinitionSchema } from '../insight/alerts/alert.ts';

/** Watches a number of the statistics and tells people when it is not as usual. */
export const alert = defineEntity({
  name: 'alert',
  path: 'alerts',
  table: 'alerts',
  one: 'Alert',
  many: 'Alerts',
  title: 'name',
  routes: { list: 'alerts', add: 'alertsAdd', edit: 'alertsEdit' },
  scope: { owner: 'ownerId', shared: { field: 'visibility', is: 'shared' } },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    ownerId: { kind: 'reference', label: 'Owner', to: 'user', readOnly: true },
    visibility: {
      kind: 'choice',
      label: 'Visible to',
      required: true,
      default: 'shared',
      options: [
        { value: 'own', label: 'Only me' },
        { value: 'shared', label: 'Shared', tone: 'accent' },
      ],
      help: 'Incidents of shared alerts are seen by everyone with this screen and the tab of the statistics.',
    },
    definition: { kind: 'json', label: 'Watches', required: true, schema: alertDefinitionSchema },
    recipients: {
      kind: 'references',
      label: 'Also tell',
      to: 'user',
      help: 'The owner is always told. Others are told if they may open the statistics that the alert watches.',
    },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
});
