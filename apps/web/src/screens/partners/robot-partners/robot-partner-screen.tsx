import { robotPartner } from '@signpost/contract/entities/robot-partner.ts';
import { recordScreen } from '../../../records/screen.ts';
import { AdapterEditor } from './adapter-editor.tsx';
import { TestLead } from './test-lead.tsx';

/** Lead buyers: buyers that take leads through an API. */
export const robotPartnerScreen = recordScreen({
  entity: robotPartner,
  columns: ['name', 'partnerId', 'integrationId', 'status', 'leadCap', 'timeoutSeconds', 'tags', 'updatedAt', 'id'],
  hiddenColumns: ['timeoutSeconds', 'id'],
  cardNumbers: ['leadCap', 'status'],
  filters: ['partnerId', 'integrationId', 'status', 'tags'],
  purpose:
    'A lead buyer takes leads through an API. Its partner’s deals for this integration decide which leads it is offered, in waterfall order.',
  sections: [
    {
      title: 'Lead buyer',
      columns: 2,
      fields: ['name', 'status', 'partnerId', 'integrationId', 'leadCap', 'tags'],
    },
    {
      title: 'Where leads go',
      columns: 2,
      fields: ['endpointUrl', 'method', 'bodyFormat', 'timeoutSeconds', 'apiKey'],
    },
    { title: 'Adapter', wide: true, fields: ['settingsJson'] },
  ],
  custom: { settingsJson: (props) => <AdapterEditor {...props} /> },
  below: (_values, record) => record?.may.edit && <TestLead id={record.id} />,
});
