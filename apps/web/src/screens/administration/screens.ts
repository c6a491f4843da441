import { partnerOverride, statusMappingOverride, whitelistEntry } from '@signpost/contract/entities/administration.ts';
import { recordScreen } from '../../records/screen.ts';

/** The whitelist: who may sign in. */
export const whitelistScreen = recordScreen({
  entity: whitelistEntry,
  columns: ['pattern', 'notes', 'createdAt', 'updatedAt', 'id'],
  filters: ['pattern', 'notes'],
  drawer: true,
  purpose:
    'Whoever is on the whitelist may sign in with Google and begins as Default User. Add a person’s address or a whole domain.',
  sections: [{ title: 'Entry', fields: ['pattern', 'notes'] }],
});

/** Partner overrides: an amount that replaces a deal's. */
export const partnerOverrideScreen = recordScreen({
  entity: partnerOverride,
  columns: [
    'name',
    'partnerId',
    'geoId',
    'trafficSourceId',
    'dealType',
    'amount',
    'currency',
    'validFrom',
    'validTo',
    'updatedAt',
    'id',
  ],
  hiddenColumns: ['id'],
  cardNumbers: ['amount', 'partnerId'],
  filters: ['partnerId', 'geoId', 'trafficSourceId', 'dealType', 'validFrom', 'validTo'],
  drawer: true,
  purpose:
    'A partner override replaces a deal’s amount for a partner, a geo or a source, from a day on. The narrowest one wins.',
  sections: [
    {
      title: 'Override',
      columns: 2,
      fields: ['name', 'partnerId', 'geoId', 'trafficSourceId', 'dealType', 'amount', 'currency'],
    },
    { title: 'When and why', columns: 2, fields: ['validFrom', 'validTo', 'reason'] },
  ],
});

/** Status mappings of one partner that differ from its integration's. */
export const statusMappingScreen = recordScreen({
  entity: statusMappingOverride,
  columns: ['status', 'meaning', 'partnerId', 'validFrom', 'reason', 'updatedAt', 'id'],
  cardNumbers: ['meaning', 'partnerId'],
  filters: ['partnerId', 'meaning', 'validFrom'],
  drawer: true,
  purpose:
    'A status mapping says what a partner’s own word means. It goes before the mapping of the integration, from its day on.',
  sections: [{ title: 'Mapping', columns: 2, fields: ['partnerId', 'status', 'meaning', 'validFrom', 'reason'] }],
});
