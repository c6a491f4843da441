import { mbgMirror } from '@signpost/contract/entities/mbg-mirror.ts';
import { HostHealth } from '../../../features/traffic/hosts/host-health.tsx';
import { recordScreen } from '../../../records/screen.ts';

/** Mirrors: other hosts of a brand, per geo, for when its main host is blocked. */
export const mirrorScreen = recordScreen({
  entity: mbgMirror,
  columns: ['name', 'partnerId', 'geoId', 'active', 'tags', 'updatedAt', 'id'],
  cardNumbers: ['geoId', 'active'],
  filters: ['partnerId', 'geoId', 'active', 'tags'],
  drawer: true,
  purpose:
    'Mirrors are the hosts of a brand, including its main host, for geos where another host is blocked. One mirror per brand and geo is active, and links to any of them lead to it.',
  below: (_values, record) => record && <HostHealth host={String(record.name)} mayCheck={record.may.edit} />,
  sections: [{ title: 'Mirror', columns: 2, fields: ['name', 'partnerId', 'geoId', 'active', 'tags', 'notes'] }],
});
