import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { boxPath } from '@signpost/contract/traffic/clicks/link-settings.ts';
import { END_COLUMNS, endsSection } from '../../../features/traffic/links/ends.ts';
import { LinkBar } from '../../../features/traffic/links/link-bar.tsx';
import { ROUTING_FIELDS, ROUTING_SECTIONS } from '../../../features/traffic/routing/box-form.tsx';
import { BoxPanels } from '../../../features/traffic/routing/draft-panels.tsx';
import { FIGURE_CARD } from '../../../records/list-figures.tsx';
import { recordScreen } from '../../../records/screen.ts';

/** Campaign boxes: places that redirect visitors. */
export const boxScreen = recordScreen({
  entity: campaignBox,
  columns: [
    'name',
    'status',
    'figures',
    'websiteId',
    'boxKind',
    'placement',
    'trafficSourceId',
    'productId',
    'rules',
    'allocation',
    'tags',
    ...END_COLUMNS,
    'updatedAt',
    'id',
  ],
  hiddenColumns: [
    'allocation',
    'boxKind',
    'placement',
    'trafficSourceId',
    'productId',
    'rules',
    'tags',
    ...END_COLUMNS,
    'updatedAt',
    'id',
  ],
  cardNumbers: FIGURE_CARD,
  filters: ['boxKind', 'status', 'websiteId', 'trafficSourceId', 'productId', 'validFrom', 'validTo', 'tags'],
  expand: 'allocation',
  purpose: 'A campaign box has a link that sends visitors to one of its campaigns, by weight. Add the first one.',
  sections: [
    {
      title: 'Box',
      columns: 2,
      fields: [
        'name',
        'status',
        'boxKind',
        'nativeBoxType',
        'websiteId',
        'placement',
        'trafficSourceId',
        'productId',
        'tags',
        'fallbackUrl',
        'passOn',
      ],
    },
    endsSection(),
    ...ROUTING_SECTIONS,
  ],
  custom: ROUTING_FIELDS,
  below: (values, record) => <BoxPanels entity={campaignBox} values={values} box={record} />,
  above: (record) => <LinkBar path={boxPath(record.id, record.boxKind)} />,
});
