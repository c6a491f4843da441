import { account } from '@signpost/contract/entities/account.ts';
import { recordScreen } from '../../../records/screen.ts';
import { PublishersField } from './publishers-field.tsx';

/** Accounts: logins at networks and publishers through which traffic arrives. */
export const accountScreen = recordScreen({
  entity: account,
  columns: ['name', 'accountKind', 'publishers', 'trafficSourceId', 'status', 'externalId', 'tags', 'updatedAt', 'id'],
  cardNumbers: ['accountKind', 'status'],
  filters: ['accountKind', 'publishers', 'trafficSourceId', 'status', 'tags'],
  purpose: 'An account is a login at a publisher or a traffic network, with the publishers that belong to it.',
  custom: { publishers: (props) => <PublishersField {...props} /> },
  sections: [
    {
      title: 'Account',
      columns: 2,
      fields: ['name', 'accountKind', 'status', 'trafficSourceId', 'externalId', 'tags', 'publishers', 'notes'],
    },
  ],
});
