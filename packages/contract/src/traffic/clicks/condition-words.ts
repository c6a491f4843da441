/** Conditions as a person reads them: "Geo is not DE, AT and (Device is mobile or Sub 1 contains x)". */
import {
  CONDITION_LABELS,
  type ConditionGroup,
  type ConditionNode,
  type ConditionTest,
  isGroup,
  type RecordConditionField,
} from './conditions.ts';

/** The name of a record that a condition refers to, or its number if the name is unknown. */
export type RecordNames = (field: RecordConditionField, id: number) => string;

const byNumber: RecordNames = (_field, id) => `#${id}`;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MOST = 8;
const two = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

const listed = (values: readonly string[]): string => {
  if (values.length <= MOST) return values.join(', ');
  return `${values.slice(0, MOST).join(', ')} and ${values.length - MOST} more`;
};

/** Neighbouring days as a range: `Mon–Fri`. */
function days(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  if (sorted.length === 7) return 'every day';
  const runs: number[][] = [];
  for (const day of sorted) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const name = (day: number | undefined) => DAYS[(day ?? 1) - 1];
  return runs
    .map((run) => (run.length > 2 ? `${name(run[0])}–${name(run.at(-1))}` : run.map(name).join(', ')))
    .join(', ');
}

function spanWords({ from, to }: Extract<ConditionTest, { field: 'dates' }>): string {
  if (from === null) return `until ${to}`;
  if (to === null) return `from ${from}`;
  return `${from} – ${to}`;
}

/** Describes one condition in words. */
export function testWords(test: ConditionTest, names: RecordNames = byNumber): string {
  const label = CONDITION_LABELS[test.field];
  const verb = test.is ? 'is' : 'is not';
  switch (test.field) {
    case 'source':
    case 'category':
    case 'publisher':
    case 'website': {
      const { field } = test;
      return `${label} ${verb} ${listed(test.values.map((id) => names(field, id)))}`;
    }
    case 'hours':
      return `Time ${verb} ${days(test.days)} ${two(test.from)}–${two(test.to)}${test.from > test.to ? ' the next day' : ''} (${test.timeZone})`;
    case 'dates':
      return `Date ${verb} ${spanWords(test)} (${test.timeZone})`;
    case 'share':
      return `${label} ${verb} ${test.percent} %`;
    case 'visitor':
      return `${label} ${verb} ${test.values.join(', ')}`;
    case 'geo':
    case 'language':
    case 'device':
    case 'os':
    case 'browser':
      return `${label} ${verb} ${listed(test.values)}`;
    case 'address':
      return `${label} ${verb} in ${listed(test.values)}`;
    default: {
      const contains = test.is ? 'contains' : 'does not contain';
      return `${label} ${test.how === 'contains' ? contains : verb} ${listed(test.values.map((value) => `“${value}”`))}`;
    }
  }
}

function nodeWords(node: ConditionNode, names: RecordNames): string {
  if (!isGroup(node)) return testWords(node, names);
  const inside = groupWords(node, names);
  if (node.items.length > 1) return `(${inside})`;
  return inside;
}

function groupWords(group: ConditionGroup, names: RecordNames): string {
  return group.items.map((item) => nodeWords(item, names)).join(group.match === 'all' ? ' and ' : ' or ');
}

/** Describes the conditions of a rule in one sentence. */
export function conditionWords(conditions: ConditionGroup, names: RecordNames = byNumber): string {
  if (conditions.items.length === 0) return 'Every visitor';
  return groupWords(conditions, names);
}
