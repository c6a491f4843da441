import { boxPath } from '@signpost/contract/clicks/link-settings.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { LinkBar } from '../../links/link-bar.tsx';
import { recordScreen } from '../../records/screen.ts';
import { AllocationEditor } from '../../routing/allocation-editor.tsx';
import { BoxPanels } from '../../routing/draft-panels.tsx';
import { RulesPicker } from '../../routing/rules-picker.tsx';

/** Campaign boxes: places that send visitors on. */
export const boxScreen = recordScreen({
  entity: campaignBox,
  columns: [
    'name',
    'boxKind',
    'status',
    'websiteId',
    'placement',
    'trafficSourceId',
    'productId',
    'rules',
    'allocation',
    'tags',
    'updatedAt',
    'id',
  ],
  hiddenColumns: ['productId'],
  cardNumbers: ['allocation', 'status'],
  filters: ['boxKind', 'status', 'websiteId', 'trafficSourceId', 'productId', 'tags'],
  expand: 'allocation',
  purpose: 'A campaign box has a link. Whoever opens it is sent to one of its campaigns, by weight. Add the first one.',
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
      ],
    },
    { title: 'Rules', description: 'Who goes elsewhere than the allocation says.', wide: true, fields: ['rules'] },
    {
      title: 'Allocation',
      description:
        'Which campaign a visitor sees. Weights total 100; the same visitor sees the same campaign until this changes.',
      wide: true,
      columns: 2,
      fields: ['automaticWeights', 'weightsFrozen', 'allocation'],
    },
  ],
  custom: {
    rules: (props) => <RulesPicker {...props} />,
    allocation: (props) => <AllocationEditor {...props} />,
  },
  below: (values, record) => <BoxPanels entity={campaignBox} values={values} box={record} />,
  above: (record) => <LinkBar path={boxPath(record.id)} />,
});
