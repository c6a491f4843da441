import { robotPartner } from '@signpost/contract/entities/administration.ts';
import { recordScreen } from '../../records/screen.ts';

/** Robot partners: lead buyers that are reached through an API. */
export const robotPartnerScreen = recordScreen({
  entity: robotPartner,
  columns: [
    'name',
    'partnerId',
    'integrationId',
    'status',
    'method',
    'leadCap',
    'timeoutSeconds',
    'tags',
    'updatedAt',
    'id',
  ],
  cardNumbers: ['leadCap', 'status'],
  filters: ['partnerId', 'integrationId', 'status', 'tags'],
  purpose: 'A robot partner buys leads through its API. Describe where they go and how its answers are read.',
  sections: [
    { title: 'Robot partner', columns: 2, fields: ['name', 'partnerId', 'integrationId', 'status', 'leadCap', 'tags'] },
    {
      title: 'Adapter',
      description: 'How a lead is sent and how the answer is read.',
      columns: 2,
      fields: ['endpointUrl', 'method', 'bodyFormat', 'timeoutSeconds', 'apiKey', 'settingsJson'],
    },
  ],
});
