import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { mbgMirror, prelanderDomain, referrer, spiderDomain } from '@signpost/contract/entities/places.ts';
import { recordScreen } from '../../records/screen.ts';

/** Mirrors: the hosts a geo's traffic can be switched between. */
export const mirrorScreen = recordScreen({
  entity: mbgMirror,
  columns: ['name', 'geoId', 'partnerId', 'active', 'tags', 'updatedAt', 'id'],
  cardNumbers: ['geoId', 'active'],
  filters: ['geoId', 'partnerId', 'active', 'tags'],
  drawer: true,
  purpose:
    'A mirror is another host of the same offer. Per partner and geo one of them is active; switch over when it is blocked.',
  sections: [{ title: 'Mirror', columns: 2, fields: ['name', 'partnerId', 'geoId', 'active', 'tags', 'notes'] }],
});

/** Referrers: which publisher, source or website a referring host belongs to. */
export const referrerScreen = recordScreen({
  entity: referrer,
  columns: ['name', 'publisherId', 'trafficSourceId', 'websiteId', 'tags', 'updatedAt', 'id'],
  cardNumbers: ['publisherId', 'trafficSourceId'],
  filters: ['publisherId', 'trafficSourceId', 'websiteId', 'tags'],
  drawer: true,
  purpose:
    'A referrer is a host that visitors come from. Say which publisher, source or website it belongs to, and its traffic counts there.',
  sections: [
    { title: 'Referrer', columns: 2, fields: ['name', 'publisherId', 'trafficSourceId', 'websiteId', 'tags'] },
  ],
});

const technical = (entity: EntityDefinition, purpose: string) =>
  recordScreen({
    entity,
    columns: ['name', 'domainRole', 'rotationWeight', 'registrar', 'expiresOn', 'tags', 'updatedAt', 'id'],
    cardNumbers: ['domainRole', 'expiresOn'],
    filters: ['domainRole', 'registrar', 'expiresOn', 'tags'],
    drawer: true,
    purpose,
    sections: [
      {
        title: 'Domain',
        columns: 2,
        fields: ['name', 'domainRole', 'rotationWeight', 'registrar', 'expiresOn', 'tags'],
      },
    ],
  });

export const spiderDomainScreen = technical(
  spiderDomain,
  'Spider domains carry pages for search engines. Serving ones take turns by their rotation.',
);
export const prelanderDomainScreen = technical(
  prelanderDomain,
  'Prelander domains serve our prelanders. Serving ones take turns by their rotation.',
);
