/** Plans and starts a test. The plan cannot be changed afterwards. */

import { useSetState } from '@mantine/hooks';
import type { pageTestCalls } from '@signpost/contract/calls/pages.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { objectsOf } from '@signpost/contract/objects.ts';
import {
  suggestedHorizon,
  TEST_GOALS,
  TEST_GUARDRAILS,
  type TestGoal,
  type TestGuardrail,
} from '@signpost/contract/traffic/pages/tests.ts';
import { recordsKey, send, useCall } from '../../../api/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { DecimalField } from '../../../fields/decimal-field.tsx';
import { NumberField } from '../../../fields/number-field.tsx';
import type { RecordRow } from '../../../records/screen.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { formatNumber, formatPercent } from '../../../ui/values/format.ts';
import { counted, plural } from '../../../ui/values/plural.ts';
import { toggled } from '../../../ui/values/toggled.ts';
import classes from './pages.module.css';

/** Assumed where nothing is known yet. */
const USUAL_RATE = 10;

/** The calls of the tests of a template or a button. */
export type PageTestCalls = (typeof pageTestCalls)[keyof typeof pageTestCalls];

interface Props {
  calls: PageTestCalls;
  entity: EntityDefinition;
  record: RecordRow;
}

const isGoal = (value: string | null): value is TestGoal => TEST_GOALS.some((one) => one.value === value);

/** The plan as it is entered, before the suggestions are filled in. */
interface Entered {
  goal: TestGoal;
  control: string | null;
  effect: string | null;
  typedHorizon: number | null;
  guardrails: TestGuardrail[];
}

export function TestStart({ calls, entity, record }: Props) {
  const variants = objectsOf(record.variants).filter(({ weight }) => Number(weight) > 0);
  const [{ goal, control, effect, typedHorizon, guardrails }, set] = useSetState<Entered>({
    goal: 'clickout',
    control: null,
    effect: '1',
    typedHorizon: null,
    guardrails: ['revenue'],
  });
  const params = { id: record.id };
  const { data: baseline } = useCall(calls.baseline, { params, query: { goal } });
  const start = useAction((body: Plan) => send(calls.start, { params, body }), {
    refresh: [recordsKey(entity)],
    said: () => 'The test has started.',
  });
  if (variants.length < 2 || record.status !== 'active' || record.archivedAt !== null)
    return (
      <p className={classes.muted}>
        A test compares at least two variants that visitors see. Add a variant with a weight above 0, set the status to
        active and save; then a test can start here.
      </p>
    );
  const rate = baseline && baseline.visitors > 0 ? (baseline.converted / baseline.visitors) * 100 : USUAL_RATE;
  const points = Number(effect ?? '1') || 1;
  const suggested = suggestedHorizon(rate, points, variants.length);
  const horizon = typedHorizon ?? suggested;
  const controlId = Number(control ?? variants[0]?.id);
  const windowHours = TEST_GOALS.find(({ value }) => value === goal)?.hours ?? 1;
  const days = baseline && baseline.visitors > 0 ? Math.ceil(horizon / (baseline.visitors / baseline.days)) : null;
  const describeBaseline = () => {
    if (baseline && baseline.visitors > 0)
      return `Last ${baseline.days} days: ${formatPercent(rate / 100, 2)} of ${formatNumber(baseline.visitors)} visitors.`;
    return 'No visitor has seen these variants yet: a rate of 10 % is assumed.';
  };
  return (
    <fieldset className={classes.start}>
      <legend>Start a test</legend>
      <div className={classes.plan}>
        <Choice
          label="Goal"
          value={goal}
          onChange={(value) => isGoal(value) && set({ goal: value })}
          options={TEST_GOALS.map(({ value, label }) => ({ value, label }))}
          help={`Counts within ${windowHours} ${plural(windowHours, 'hour')} of seeing the variant.`}
        />
        <Choice
          label="Control"
          value={String(controlId)}
          onChange={(id) => set({ control: id })}
          options={variants.map(({ id, name }) => ({ value: String(id), label: String(name) }))}
          help="The variant that the others are compared with."
        />
        <DecimalField
          label="Smallest worthwhile difference (percentage points)"
          value={effect}
          onChange={(next) => set({ effect: next })}
          min="0.01"
          max="50"
          help={describeBaseline()}
        />
        <NumberField
          label="Planned visitors"
          value={horizon}
          onChange={(next) => set({ typedHorizon: next })}
          min={200}
          max={50_000_000}
          help={`Suggested: ${formatNumber(suggested)}${days === null ? '' : `, about ${counted(days, 'day')}`}. The test ends at twice this number.`}
        />
      </div>
      <div className={classes.toggles}>
        <span>Stop if this gets worse:</span>
        {TEST_GUARDRAILS.map(({ value, label }) => (
          <Toggle
            key={value}
            label={label}
            value={guardrails.includes(value)}
            onChange={() => set({ guardrails: toggled(guardrails, value) })}
          />
        ))}
      </div>
      <div className={classes.actions}>
        <Button
          kind="primary"
          loading={start.isPending}
          onClick={() => start.mutate({ goal, windowHours, controlId, minimalEffect: points, horizon, guardrails })}
        >
          Start the test
        </Button>
        <span className={classes.muted}>The plan and the variants stay as they are until the test ends.</span>
      </div>
    </fieldset>
  );
}

interface Plan {
  goal: TestGoal;
  windowHours: number;
  controlId: number;
  minimalEffect: number;
  horizon: number;
  guardrails: TestGuardrail[];
}
