import { domain } from '@signpost/contract/entities/domain.ts';
import { HostHealth } from '../../../features/traffic/hosts/host-health.tsx';
import { recordScreen } from '../../../records/screen.ts';

/** Domains: registered names with registrar and expiry date. */
export const domainScreen = recordScreen({
  entity: domain,
  columns: ['name', 'websiteId', 'registrar', 'expiresOn', 'ownerId', 'tags', 'updatedAt', 'id'],
  cardNumbers: ['expiresOn', 'registrar'],
  filters: ['websiteId', 'registrar', 'expiresOn', 'ownerId', 'tags'],
  purpose: 'A domain is a name we have registered. Record its registrar and expiry date here.',
  below: (_values, record) => record && <HostHealth host={String(record.name)} mayCheck={record.may.edit} />,
  sections: [
    {
      title: 'Domain',
      columns: 2,
      fields: ['name', 'websiteId', 'registrar', 'expiresOn', 'ownerId', 'nameServers', 'tags', 'notes'],
    },
    { title: 'Visitors without a link', fields: ['rootUrl', 'unknownLinkUrl'] },
  ],
});
