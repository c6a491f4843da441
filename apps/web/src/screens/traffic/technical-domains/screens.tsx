import { prelanderDomain } from '@signpost/contract/entities/prelander-domain.ts';
import { spiderDomain } from '@signpost/contract/entities/spider-domain.ts';
import { HostHealth } from '../../../features/traffic/hosts/host-health.tsx';
import { type RecordRow, recordScreen } from '../../../records/screen.ts';

const technical = {
  columns: ['name', 'domainRole', 'rotationWeight', 'registrar', 'expiresOn', 'tags', 'updatedAt', 'id'],
  cardNumbers: ['domainRole', 'expiresOn'],
  filters: ['domainRole', 'registrar', 'expiresOn', 'tags'],
  drawer: true,
  below: (_values: unknown, record: RecordRow | null) =>
    record && <HostHealth host={String(record.name)} mayCheck={record.may.edit} />,
  sections: [
    { title: 'Domain', columns: 2, fields: ['name', 'domainRole', 'rotationWeight', 'registrar', 'expiresOn', 'tags'] },
  ],
} as const;

export const spiderDomainScreen = recordScreen({
  ...technical,
  entity: spiderDomain,
  purpose: 'Spider domains are hosts that search engines crawl. Crawlers and visitors see the same content.',
});

export const prelanderDomainScreen = recordScreen({
  ...technical,
  entity: prelanderDomain,
  purpose:
    'Prelander domains host the pages before an offer. Clicks go to the serving domains, by their share; burnt domains get none.',
});
