import { pushNotification } from '@signpost/contract/entities/push-notification.ts';
import { recordScreen } from '../../../records/screen.ts';
import { PushPreview } from './preview.tsx';
import { PushProgressPanel } from './progress.tsx';

/** Push notifications: messages to the browsers of visitors who subscribed on a site. */
export const pushScreen = recordScreen({
  entity: pushNotification,
  columns: ['name', 'state', 'title', 'accepted', 'shown', 'clicked', 'sentAt', 'websites', 'campaignBoxId', 'id'],
  hiddenColumns: ['id', 'campaignBoxId'],
  cardNumbers: ['shown', 'clicked'],
  filters: ['state', 'websites', 'geos', 'campaignBoxId'],
  purpose:
    'A push notification reaches visitors who subscribed on one of your sites. Put the snippet below on a site first, then write a message.',
  sections: [
    {
      title: 'Message',
      columns: 2,
      fields: ['name', 'title', 'body', 'icon', 'image', 'campaignBoxId', 'trafficSourceId'],
    },
    {
      title: 'Audience',
      description: 'Subscribers that match all of these get the message.',
      columns: 2,
      fields: ['websites', 'geos', 'devices', 'topics', 'minAgeDays', 'maxAgeDays'],
    },
    {
      title: 'Schedule',
      columns: 2,
      fields: ['timing', 'offerEndsAt', 'sendAt', 'localDay', 'localTime', 'quietFrom', 'quietTo', 'ttlHours'],
    },
    { title: 'Limits', columns: 2, fields: ['capPerDay', 'perMinute', 'replaceWord'] },
  ],
  above: (record) => <PushProgressPanel record={record} />,
  below: (values) => <PushPreview values={values} />,
});
