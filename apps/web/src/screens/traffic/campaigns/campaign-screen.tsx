import { campaign } from '@signpost/contract/entities/campaign.ts';
import { LaunchCheckButton } from '../../../features/traffic/links/launch-check.tsx';
import { FIGURE_CARD } from '../../../records/list-figures.tsx';
import { recordScreen } from '../../../records/screen.ts';

/** Campaigns: the destinations an allocation can choose. */
export const campaignScreen = recordScreen({
  entity: campaign,
  columns: [
    'name',
    'status',
    'figures',
    'landerType',
    'prelanderType',
    'offerId',
    'clientId',
    'common',
    'images',
    'tags',
    'updatedAt',
    'id',
  ],
  hiddenColumns: ['prelanderType', 'offerId', 'clientId', 'common', 'images', 'tags', 'updatedAt', 'id'],
  cardNumbers: FIGURE_CARD,
  filters: ['landerType', 'prelanderType', 'status', 'offerId', 'clientId', 'common', 'tags'],
  purpose:
    'A campaign is a place where visitors can be sent: a prelander, an offer lander, an external lander or an affiliate link. Add one, then put it into a box.',
  above: ({ id }) => <LaunchCheckButton entity={campaign} recordId={id} />,
  sections: [
    {
      title: 'Campaign',
      columns: 2,
      fields: [
        'name',
        'landerType',
        'prelanderType',
        'status',
        'offerId',
        'clientId',
        'common',
        'tags',
        'targetUrl',
        'passOn',
      ],
    },
    { title: 'Images', description: 'The first image is the highlighted one.', fields: ['images'] },
  ],
});
