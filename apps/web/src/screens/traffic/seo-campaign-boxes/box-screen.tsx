import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import { seoBoxPath } from '@signpost/contract/traffic/clicks/link-settings.ts';
import { END_COLUMNS, endsSection } from '../../../features/traffic/links/ends.ts';
import { LinkBar } from '../../../features/traffic/links/link-bar.tsx';
import { ROUTING_FIELDS, ROUTING_SECTIONS } from '../../../features/traffic/routing/box-form.tsx';
import { BoxPanels } from '../../../features/traffic/routing/draft-panels.tsx';
import { FIGURE_CARD } from '../../../records/list-figures.tsx';
import { recordScreen } from '../../../records/screen.ts';

/** SEO campaign boxes: boxes on pages that rank for a keyword. */
export const seoBoxScreen = recordScreen({
  entity: seoCampaignBox,
  columns: [
    'name',
    'status',
    'figures',
    'keyword',
    'position',
    'websiteId',
    'page',
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
    'position',
    'websiteId',
    'page',
    'trafficSourceId',
    'productId',
    'rules',
    'allocation',
    'tags',
    ...END_COLUMNS,
    'updatedAt',
    'id',
  ],
  cardNumbers: FIGURE_CARD,
  filters: ['status', 'websiteId', 'page', 'keyword', 'trafficSourceId', 'productId', 'validFrom', 'validTo', 'tags'],
  expand: 'allocation',
  purpose:
    'An SEO campaign box belongs to a page that ranks for a keyword. Its link sends visitors to one of its campaigns, by weight. Add the first one.',
  sections: [
    {
      title: 'Page',
      columns: 2,
      fields: ['name', 'status', 'websiteId', 'page', 'keyword', 'position'],
    },
    {
      title: 'Traffic',
      columns: 2,
      fields: ['trafficSourceId', 'productId', 'tags', 'fallbackUrl', 'passOn'],
    },
    endsSection(),
    ...ROUTING_SECTIONS,
  ],
  custom: ROUTING_FIELDS,
  below: (values, record) => <BoxPanels entity={seoCampaignBox} values={values} box={record} />,
  above: (record) => <LinkBar path={seoBoxPath(record.id)} />,
});
