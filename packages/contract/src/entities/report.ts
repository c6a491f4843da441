import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { reportDefinitionSchema, reportDeliverySchema, reportScheduleSchema } from '../insight/reports/report.ts';

/** A frozen question whose answer becomes a file: on demand, or on a schedule. */
export const report = defineEntity({
  name: 'report',
  path: 'reports',
  table: 'reports',
  one: 'Report',
  many: 'Reports',
  title: 'name',
  routes: {
    list: 'advancedReporting',
    add: 'advancedReportingAdd',
    edit: 'advancedReportingEdit',
    copy: 'advancedReportingDuplicate',
  },
  scope: { owner: 'ownerId', shared: { field: 'visibility', is: 'shared' } },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    ownerId: { kind: 'reference', label: 'Owner', to: 'user', readOnly: true },
    visibility: {
      kind: 'choice',
      label: 'Visible to',
      required: true,
      default: 'own',
      options: [
        { value: 'own', label: 'Only me' },
        { value: 'shared', label: 'Shared', tone: 'accent' },
      ],
      help: 'Shared reports are seen by everyone with this screen. Whoever runs one gets the rows that they may see.',
    },
    format: {
      kind: 'choice',
      label: 'File',
      required: true,
      default: 'xlsx',
      options: [
        { value: 'xlsx', label: 'XLSX' },
        { value: 'csv', label: 'CSV' },
        { value: 'csv.gz', label: 'CSV.gz' },
      ],
    },
    definition: {
      kind: 'json',
      label: 'Question',
      required: true,
      schema: reportDefinitionSchema,
    },
    recipients: {
      kind: 'references',
      label: 'E-mail to',
      to: 'user',
      help: 'They get the files of scheduled runs, if they may open the statistics that the report is about.',
    },
    schedule: { kind: 'json', label: 'Schedule', schema: reportScheduleSchema },
    delivery: { kind: 'json', label: 'Delivery', schema: reportDeliverySchema, hideInList: true },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
});
