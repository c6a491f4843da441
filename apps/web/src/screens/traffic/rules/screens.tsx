import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { bannerGlobalRule } from '@signpost/contract/entities/banner-global-rule.ts';
import { globalRule } from '@signpost/contract/entities/global-rule.ts';
import { rule } from '@signpost/contract/entities/rule.ts';
import type { DraftKind } from '@signpost/contract/traffic/clicks/draft.ts';
import { AllocationEditor } from '../../../features/traffic/routing/allocation-editor.tsx';
import { ConditionBuilder } from '../../../features/traffic/routing/condition-builder.tsx';
import { DraftPanels } from '../../../features/traffic/routing/draft-panels.tsx';
import { type RecordScreen, recordScreen } from '../../../records/screen.ts';

/** The parts that the screens of the three kinds of rules share. */
function screenOf(
  entity: EntityDefinition & { name: DraftKind },
  more: Pick<RecordScreen, 'purpose' | 'drawer'>,
): RecordScreen {
  const hasOrder = 'position' in entity.fields;
  const order = hasOrder ? ['position'] : [];
  return recordScreen({
    entity,
    columns: [...order, 'name', 'status', 'conditions', 'allocation', 'updatedAt', 'id'],
    cardTitle: 'name',
    cardNumbers: [hasOrder ? 'position' : 'allocation', 'status'],
    filters: ['status'],
    expand: 'allocation',
    sections: [
      { title: 'Rule', columns: 2, fields: ['name', 'status', ...order, 'notes'] },
      {
        title: 'Conditions',
        description: 'Which visits this rule matches. Without conditions, it matches all visits.',
        wide: true,
        fields: ['conditions'],
      },
      {
        title: 'Destination',
        description: 'Campaigns by weight. A visitor keeps seeing the same campaign until this changes.',
        wide: true,
        fields: ['allocation'],
      },
    ],
    custom: {
      conditions: (props) => <ConditionBuilder {...props} />,
      allocation: (props) => <AllocationEditor {...props} of="rule" />,
    },
    below: (values, record) => <DraftPanels kind={entity.name} id={record?.id ?? null} values={values} />,
    ...more,
  });
}

/** Rules that boxes share. */
export const ruleScreen = screenOf(rule, {
  purpose:
    'A rule sends some visitors of a box elsewhere, for example by country, device or hour. Add the first one, then add it to a box.',
});

/** Rules before all others. */
export const globalRuleScreen = screenOf(globalRule, {
  drawer: true,
  purpose: 'A global rule is tried on every campaign box, before all other rules.',
});

/** Rules of all banner boxes. */
export const bannerGlobalRuleScreen = screenOf(bannerGlobalRule, {
  purpose: 'A banner global rule is tried on every banner box, after the global rules and before the box’s own rules.',
});
