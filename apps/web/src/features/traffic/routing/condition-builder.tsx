/** Builds the conditions of a rule: nested groups of which all or any must match, fully usable by keyboard. */
import { conditionWords } from '@signpost/contract/traffic/clicks/condition-words.ts';
import {
  CONDITION_LIMITS,
  type ConditionGroup,
  type ConditionNode,
  type ConditionTest,
  conditionTestSchema,
  isGroup,
  NO_CONDITIONS,
  readConditions,
  testProblem,
} from '@signpost/contract/traffic/clicks/conditions.ts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useUser } from '../../../api/session.ts';
import type { CustomFieldProps } from '../../../records/screen.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { focusAdded } from '../../../ui/first-input.ts';
import { useMobile } from '../../../ui/use-mobile.ts';
import { blankCondition, FIELD_OPTIONS, isConditionField, keyOf, replaced } from './blank-condition.ts';
import classes from './condition-builder.module.css';
import { ConditionValues } from './condition-values.tsx';

const MATCH = [
  { value: 'all', label: 'Match all conditions' },
  { value: 'any', label: 'Match any condition' },
];
const IS_VERBS = [
  { value: 'is', label: 'is' },
  { value: 'not', label: 'is not' },
];
const IN_VERBS = [
  { value: 'is', label: 'is in' },
  { value: 'not', label: 'is not in' },
];
const FREE_VERBS = [
  { value: 'is equals', label: 'is' },
  { value: 'not equals', label: 'is not' },
  { value: 'is contains', label: 'contains' },
  { value: 'not contains', label: 'does not contain' },
];

interface NodeProps<T> {
  node: T;
  place: string;
  onChange: (node: T) => void;
  onRemove?: (() => void) | undefined;
  readOnly: boolean;
  /** Whether saving was attempted, so that missing values are reported. */
  strict: boolean;
}

function verbsOf(test: ConditionTest) {
  if ('how' in test) return FREE_VERBS;
  if (test.field === 'address') return IN_VERBS;
  return IS_VERBS;
}

function Test({ node, place, onChange, onRemove, readOnly, strict }: NodeProps<ConditionTest>) {
  const { timeZone } = useUser();
  const free = 'how' in node;
  const verb = `${node.is ? 'is' : 'not'}${free ? ` ${node.how}` : ''}`;
  // A condition that was just added is not wrong before its values were left empty.
  const [isLeft, setLeft] = useState(false);
  const result = strict && isLeft ? conditionTestSchema.safeParse(node) : null;
  const unreadable = isLeft ? testProblem(node) : null;
  const errors =
    unreadable === null ? (result?.error?.issues.slice(0, 1).map(({ message }) => message) ?? []) : [unreadable];
  const choose = (next: string | null) => {
    if (next === null) return;
    const is = next.startsWith('is');
    onChange(free ? { ...node, is, how: next.endsWith('contains') ? 'contains' : 'equals' } : { ...node, is });
  };
  return (
    <div className={classes.test} data-row={place.includes('.') ? undefined : true}>
      <Choice
        label={`Field, ${place}`}
        hideLabel
        disabled={readOnly}
        options={FIELD_OPTIONS}
        value={node.field}
        onChange={(field) => isConditionField(field) && onChange(blankCondition(field, timeZone))}
      />
      <Choice
        label={`Is or is not, ${place}`}
        hideLabel
        disabled={readOnly}
        options={verbsOf(node)}
        value={verb}
        onChange={choose}
      />
      <fieldset aria-label={`Values of ${place}`} className={classes.values} data-values onBlur={() => setLeft(true)}>
        <ConditionValues test={node} place={place} onChange={onChange} errors={errors} disabled={readOnly} />
      </fieldset>
      <IconButton label={`Remove ${place}`} disabled={readOnly} onClick={() => onRemove?.()}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

function Group({ node, place, onChange, onRemove, readOnly, strict }: NodeProps<ConditionGroup>) {
  const { timeZone } = useUser();
  const isMobile = useMobile();
  const depth = place === '' ? 0 : place.split('.').length;
  const full = readOnly || node.items.length >= CONDITION_LIMITS.items;
  const add = (item: ConditionNode) => onChange({ ...node, items: [...node.items, item] });
  const blank = () => blankCondition('geo', timeZone);
  const set = (at: number, next: ConditionNode) =>
    onChange({
      ...node,
      items: node.items.map((item, index) => {
        if (index === at) return replaced(item, next);
        return item;
      }),
    });
  const remove = (at: number) => onChange({ ...node, items: node.items.filter((_, index) => index !== at) });
  const numberOf = (at: number) => {
    if (place === '') return String(at + 1);
    return `${place}.${at + 1}`;
  };
  return (
    <fieldset className={classes.group} data-inner={depth > 0 || undefined} data-row={depth === 1 || undefined}>
      <legend className={classes.legend}>{depth === 0 ? 'Conditions' : `Group ${place}`}</legend>
      <div className={classes.head}>
        <Choice
          label={depth === 0 ? 'Match all or any' : `Match all or any, group ${place}`}
          hideLabel
          options={MATCH}
          disabled={readOnly}
          value={node.match}
          onChange={(match) => onChange({ ...node, match: match === 'any' ? 'any' : 'all' })}
        />
        {onRemove && (
          <IconButton label={`Remove group ${place}`} disabled={readOnly} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      {node.items.map((item, at) => {
        if (isGroup(item))
          return (
            <Group
              key={keyOf(item)}
              node={item}
              place={numberOf(at)}
              readOnly={readOnly}
              strict={strict}
              onChange={(next) => set(at, next)}
              onRemove={() => remove(at)}
            />
          );
        return (
          <Test
            key={keyOf(item)}
            node={item}
            place={`condition ${numberOf(at)}`}
            readOnly={readOnly}
            strict={strict}
            onChange={(next) => set(at, next)}
            onRemove={() => remove(at)}
          />
        );
      })}
      {node.items.length === 0 && <p className={classes.none}>No conditions: every visitor matches.</p>}
      <div className={classes.adders}>
        <Button
          kind="quiet"
          icon={<IconPlus size={16} aria-hidden />}
          disabled={full}
          onClick={(event) => {
            add(blank());
            if (!isMobile) focusAdded(event.currentTarget.closest('fieldset'), '[data-values]');
          }}
        >
          {depth === 0 ? 'Add condition' : `Add condition to group ${place}`}
        </Button>
        {depth < CONDITION_LIMITS.depth && (
          <Button
            kind="quiet"
            icon={<IconPlus size={16} aria-hidden />}
            disabled={full}
            onClick={() => add({ match: node.match === 'all' ? 'any' : 'all', items: [blank()] })}
          >
            {depth === 0 ? 'Add group' : `Add group to group ${place}`}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

/** The widget for a rule's conditions, with a description in words below. */
export function ConditionBuilder({ value, onChange, errors, readOnly }: CustomFieldProps) {
  // Conditions can be incomplete while they are built; the form reports that before saving.
  const group = (value ?? NO_CONDITIONS) as ConditionGroup;
  const whole = readConditions(group);
  return (
    <div className={classes.builder}>
      <Group node={group} place="" onChange={onChange} readOnly={readOnly} strict={errors.length > 0} />
      <p className={classes.words} role="status">
        {whole === null ? 'Not complete yet.' : conditionWords(whole)}
      </p>
    </div>
  );
}
