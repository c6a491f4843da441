/** What the forms of all boxes have alike: the rules a box tries, and its campaigns with their weights. */
import type { RecordScreen } from '../../records/screen.ts';
import { AllocationEditor } from './allocation-editor.tsx';
import { RulesPicker } from './rules-picker.tsx';

export const ROUTING_SECTIONS: RecordScreen['sections'] = [
  { title: 'Rules', description: 'Who goes elsewhere than the allocation says.', wide: true, fields: ['rules'] },
  {
    title: 'Allocation',
    description:
      'Which campaign a visitor sees. Weights total 100; the same visitor sees the same campaign until this changes.',
    wide: true,
    columns: 2,
    fields: ['automaticWeights', 'weightsFrozen', 'allocation'],
  },
];

export const ROUTING_FIELDS: NonNullable<RecordScreen['custom']> = {
  rules: (props) => <RulesPicker {...props} />,
  allocation: (props) => <AllocationEditor {...props} />,
};
