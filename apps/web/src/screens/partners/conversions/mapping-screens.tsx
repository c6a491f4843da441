import { exchangeRate } from '@signpost/contract/entities/exchange-rate.ts';
import { partnerOverride } from '@signpost/contract/entities/partner-override.ts';
import { statusMappingOverride } from '@signpost/contract/entities/status-mapping-override.ts';
import { MappingEffectNote, OverrideEffectNote } from '../../../features/partners/mappings/effect-note.tsx';
import { recordScreen } from '../../../records/screen.ts';

/** The meaning of a partner's status, from a day on. */
export const statusMappingScreen = recordScreen({
  entity: statusMappingOverride,
  columns: ['status', 'partnerId', 'meaning', 'validFrom', 'reason', 'updatedAt', 'id'],
  hiddenColumns: ['id'],
  cardNumbers: ['meaning', 'validFrom'],
  filters: ['partnerId', 'meaning', 'validFrom', 'status'],
  drawer: true,
  purpose:
    'A mapping overrides the meaning that the integration gives to a partner’s status. Transactions already reported are counted again.',
  sections: [{ title: 'Mapping', fields: ['partnerId', 'status', 'meaning', 'validFrom', 'reason'] }],
  below: (values, record) => <MappingEffectNote values={values} record={record} />,
});

/** An amount that replaces the deal's, for a partner, geo or source. */
export const partnerOverrideScreen = recordScreen({
  entity: partnerOverride,
  columns: [
    'name',
    'overrideStatus',
    'partnerId',
    'geoId',
    'dealType',
    'amount',
    'currency',
    'validFrom',
    'validTo',
    'trafficSourceId',
    'updatedAt',
    'id',
  ],
  hiddenColumns: ['trafficSourceId', 'updatedAt', 'id'],
  cardNumbers: ['amount', 'validFrom'],
  filters: ['partnerId', 'geoId', 'trafficSourceId', 'dealType', 'validFrom', 'overrideStatus'],
  drawer: true,
  purpose:
    'An override pays a different amount than the deal for a partner, geo or source. The most specific override wins; deals do not change. It applies once somebody else has approved it; until then, what was approved before goes on.',
  sections: [
    {
      title: 'Override',
      columns: 2,
      fields: [
        'name',
        'partnerId',
        'geoId',
        'trafficSourceId',
        'dealType',
        'amount',
        'currency',
        'validFrom',
        'validTo',
        'reason',
      ],
    },
  ],
  below: (values, record) => <OverrideEffectNote values={values} record={record} />,
});

/** The exchange rate of a currency on a day. The latest rate on or before a day applies. */
export const exchangeRateScreen = recordScreen({
  entity: exchangeRate,
  columns: ['currency', 'day', 'perEuro', 'source', 'fetchedAt', 'reason', 'updatedAt', 'id'],
  hiddenColumns: ['updatedAt', 'id'],
  cardNumbers: ['perEuro', 'day'],
  filters: ['currency', 'day'],
  drawer: true,
  purpose: 'Amounts in other currencies are converted to the base currency at the latest rates on or before their day.',
  sections: [{ title: 'Exchange rate', fields: ['currency', 'day', 'perEuro', 'reason'] }],
});
