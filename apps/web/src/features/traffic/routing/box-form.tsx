/** The parts shared by the forms of all boxes: rules, and campaigns with weights. */
import type { RecordScreen } from '../../../records/screen.ts';
import { AllocationEditor } from './allocation-editor.tsx';
import { RulesPicker } from './rules-picker.tsx';

export const ROUTING_SECTIONS: RecordScreen['sections'] = [
  { title: 'Rules', description: 'Send some visitors elsewhere.', wide: true, fields: ['rules'] },
  {
    title: 'Allocation',
    description:
      'How visitors are split among campaigns. Weights total 100; a visitor keeps seeing the same campaign until this changes.',
    wide: true,
    columns: 2,
    fields: ['automaticWeights', 'weightsFrozen', 'allocation'],
  },
];

export const ROUTING_FIELDS: NonNullable<RecordScreen['custom']> = {
  rules: (props) => <RulesPicker {...props} />,
  allocation: (props) => <AllocationEditor {...props} />,
};
