import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { integrationSettingsSchema } from '../partners/conversions/postback.ts';
import { BY_NAME } from './shared/fields.ts';
import { REFERENCE_NAME, REFERENCE_ROUTES } from './shared/reference-data-fields.ts';

/** How a partner’s system names the parameters and statuses of its postbacks. */
export const integration = defineEntity({
  name: 'integration',
  path: 'integrations',
  table: 'integrations',
  one: 'Integration',
  many: 'Integrations',
  title: 'name',
  routes: REFERENCE_ROUTES,
  listKind: 'integrations',
  fields: fields({
    name: REFERENCE_NAME,
    settingsJson: {
      kind: 'json',
      label: 'Settings',
      help: 'How this integration names its parameters and statuses: {"postback": {"names": {"click_id": "subid"}, "statuses": {"ftd": "first_deposit"}}}. With "severalFirstDeposits": true each first deposit of a click counts as one; otherwise later ones count as deposits. "defaultStatus" is the status of reports that name none. "timeZone" is the zone of times that have none, such as "Europe/Berlin"; otherwise they are in UTC. "dateOrder": "dayFirst" or "monthFirst" tells the day of times such as 02/11/2026, which are refused without it. With "amountUnit": "minor" the amounts and payouts of reports are in the smallest unit of their currency, such as cents: 1250 is 12.50 EUR, 1250 JPY or 1.250 KWD. With "otherAmounts": "conflict" the first amount of a transaction stays when another is reported; otherwise the newest counts.',
      hideInList: true,
      schema: integrationSettingsSchema,
    },
  }),
  defaultSort: BY_NAME,
  routing: true,
  metadata: ['integrations'],
});
