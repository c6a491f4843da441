/** The tests of a template or a button: the running one, the start of the next one, and the earlier ones. */

import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import {
  type PageTest,
  TEST_ALPHA,
  TEST_GOALS,
  TEST_GUARDRAILS,
  TEST_STATES,
  type TestResult,
} from '@signpost/contract/traffic/pages/tests.ts';
import { recordsKey, send, useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import type { RecordRow } from '../../../records/screen.ts';
import { Button } from '../../../ui/button.tsx';
import { defined } from '../../../ui/defined.ts';
import { TableSkeleton } from '../../../ui/feedback/states.tsx';
import { FirstFew } from '../../../ui/layout/first-few.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Scroller } from '../../../ui/scroller.tsx';
import { EMPTY, formatNumber, formatPercent } from '../../../ui/values/format.ts';
import { plural } from '../../../ui/values/plural.ts';
import { Badge, Time } from '../../../ui/values/values.tsx';
import classes from './pages.module.css';
import { type PageTestCalls, TestStart } from './test-start.tsx';

type Interval = TestResult['challengers'][number]['difference'];

const signed = (value: number, digits: number): string =>
  `${value < 0 ? '−' : '+'}${formatNumber(Math.abs(value), digits)}`;

/** An interval as wide as the whole range of a rate means that nothing is known yet. */
const isUnknown = ({ low, high }: Interval): boolean => high - low >= 199.9 || high >= 1_000_000;

/** Good or bad news, if the whole interval is on one side of zero. */
function toneOf({ low, high }: Interval): 'good' | 'bad' | 'neutral' {
  if (low > 0) return 'good';
  if (high < 0) return 'bad';
  return 'neutral';
}

/** An interval as a bar around zero, with its numbers. */
function IntervalBar({ interval, scale, unit }: { interval: Interval; scale: number; unit: string }) {
  const { estimate, low, high } = interval;
  if (isUnknown(interval)) return <span className={classes.muted}>Not known yet</span>;
  const at = (value: number) => `${50 + (Math.max(-scale, Math.min(scale, value)) / scale) * 50}%`;
  const tone = toneOf(interval);
  return (
    <span className={classes.interval}>
      <span className={classes.track} aria-hidden>
        <span className={classes.zero} />
        <span className={classes.range} data-tone={tone} style={{ left: at(low), right: `calc(100% - ${at(high)})` }} />
        <span className={classes.dot} data-tone={tone} style={{ left: at(estimate) }} />
      </span>
      <span className={classes.numbers}>
        {signed(estimate, 2)} {unit} ({signed(low, 2)} to {signed(high, 2)})
      </span>
    </span>
  );
}

const chanceWords = (p: number): string => {
  if (p < 0.001) return 'below 0.1 %';
  return `${formatNumber(p * 100, 1)} %`;
};

function Arms({ test, result }: { test: PageTest; result: TestResult }) {
  const { plan } = test;
  const known = result.challengers.map(({ difference }) => difference).filter((one) => !isUnknown(one));
  const scale = Math.max(plan.minimalEffect, ...known.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]));
  return (
    <Scroller label="Variants of the test">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col" data-number>
              Visitors
            </th>
            <th scope="col" data-number>
              Reached the goal
            </th>
            <th scope="col" data-number>
              Rate
            </th>
            <th scope="col">Difference in percentage points</th>
            <th scope="col" data-number>
              Chance of luck
            </th>
          </tr>
        </thead>
        <tbody>
          {result.arms.map(({ id, name, visitors, converted }) => {
            const challenger = result.challengers.find((one) => one.id === id);
            return (
              <tr key={id}>
                <th scope="row">
                  {name} {id === plan.controlId && <Badge>Control</Badge>}
                  {id === test.winnerId && <Badge tone="good">Winner</Badge>}
                </th>
                <td data-number>{formatNumber(visitors)}</td>
                <td data-number>{formatNumber(converted)}</td>
                <td data-number>{visitors === 0 ? EMPTY : formatPercent(converted / visitors, 2)}</td>
                <td>{challenger ? <IntervalBar interval={challenger.difference} scale={scale} unit="pp" /> : EMPTY}</td>
                <td data-number>{challenger ? chanceWords(challenger.p) : EMPTY}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroller>
  );
}

/** The meaning of the numbers in one or two sentences. */
function verdictOf({ state, isRatioWrong, result, plan, winnerId, promotedId }: PageTest): string {
  if (isRatioWrong)
    return 'The visitors are not shared as planned, so something is wrong with how variants are shown or counted. No verdict is given: stop the test, find the cause, and start again.';
  const nameOf = (wanted: number | null) => plan.variants.find(({ id }) => id === wanted)?.name ?? '';
  if (state === 'won') return `${nameOf(winnerId)} is better than the control. Promote it to show it to everybody.`;
  if (state === 'promoted') return `${nameOf(promotedId)} is shown to everybody.`;
  if (state === 'undone') return 'The promotion was taken back: the weights are as they were before.';
  if (state === 'harmful') return 'The other variants make a guardrail worse. Keep the control.';
  if (state === 'futile')
    return `No other variant is better by ${formatNumber(plan.minimalEffect, 2)} percentage points or more. Keep what you prefer.`;
  if (state === 'timed_out') return 'Twice the planned number of visitors gave no verdict. Keep what you prefer.';
  if (state === 'stopped') return 'The test was stopped before its verdict.';
  if (result === null)
    return 'The first look is taken within an hour. You can look at any time: looking does not change the verdict.';
  const seen = result.arms.reduce((sum, arm) => sum + arm.visitors, 0);
  return `No verdict yet after ${formatNumber(seen)} of about ${formatNumber(plan.horizon)} visitors. Looking early does no harm.`;
}

function Guardrails({ result }: { result: TestResult }) {
  const rows = result.challengers.flatMap(({ id, name, guardrails }) =>
    guardrails.map(({ guardrail, difference }) => ({ key: `${id} ${guardrail}`, name, guardrail, difference })),
  );
  if (rows.length === 0) return null;
  return (
    <ul className={classes.guardrails}>
      {rows.map(({ key, name, guardrail, difference }) => {
        const renderDifference = () => {
          if (isUnknown(difference)) return 'not known yet';
          return (
            <>
              {signed(difference.estimate, 4)} ({signed(difference.low, 4)} to {signed(difference.high, 4)}){' '}
              {difference.high < 0 && <Badge tone="bad">Worse</Badge>}
            </>
          );
        };
        return (
          <li key={key}>
            {TEST_GUARDRAILS.find(({ value }) => value === guardrail)?.label}, {name}: {renderDifference()}
          </li>
        );
      })}
    </ul>
  );
}

type Act = (action: 'look' | 'stop' | 'promote' | 'undo', variantId?: number) => void;

function TestActions({ test, isBusy, act }: { test: PageTest; isBusy: boolean; act: Act }) {
  const { state, plan, winnerId } = test;
  if (state === 'running')
    return (
      <div className={classes.actions}>
        <Button kind="primary" loading={isBusy} onClick={() => act('look')}>
          Look now
        </Button>
        <Button disabled={isBusy} onClick={() => act('stop')}>
          Stop the test
        </Button>
      </div>
    );
  if (state === 'promoted')
    return (
      <div className={classes.actions}>
        <Button loading={isBusy} onClick={() => act('undo')}>
          Undo the promotion
        </Button>
      </div>
    );
  if (winnerId !== null)
    return (
      <div className={classes.actions}>
        <Button kind="primary" loading={isBusy} onClick={() => act('promote')}>
          Promote {plan.variants.find(({ id }) => id === winnerId)?.name}
        </Button>
      </div>
    );
  return (
    <div className={classes.actions}>
      {plan.variants.map(({ id, name }) => (
        <Button key={id} disabled={isBusy} onClick={() => act('promote', id)}>
          Show {name} to everybody
        </Button>
      ))}
    </div>
  );
}

interface TestViewProps {
  test: PageTest;
  /** Whether the variants share texts and a button, which can still be changed. */
  hasTexts: boolean;
  mayEdit: boolean;
  isBusy: boolean;
  act: Act;
}

function TestView({ test, hasTexts, mayEdit, isBusy, act }: TestViewProps) {
  const { timeZone } = useUser();
  const { plan, result, state, isRatioWrong } = test;
  const goal = TEST_GOALS.find(({ value }) => value === plan.goal)?.label;
  return (
    <article className={classes.test} aria-label={`Test from ${test.startedAt.slice(0, 10)}`}>
      <p className={classes.head}>
        <Badge tone={isRatioWrong ? 'bad' : TEST_STATES[state].tone}>
          {isRatioWrong ? 'Visitors not shared as planned' : TEST_STATES[state].label}
        </Badge>
        <span>
          {goal} within {plan.windowHours} {plural(plan.windowHours, 'hour')} · started{' '}
          <Time value={test.startedAt} zone={timeZone} />
          {test.startedBy !== null && ` by ${test.startedBy}`}
          {test.lookedAt !== null && (
            <>
              {' '}
              · last look <Time value={test.lookedAt} zone={timeZone} />
            </>
          )}
        </span>
      </p>
      <p className={classes.verdict} role="status">
        {verdictOf(test)}
      </p>
      {result !== null && <Arms test={test} result={result} />}
      {result !== null && <Guardrails result={result} />}
      {result !== null && (
        <p className={classes.muted}>
          {result.waiting > 0 &&
            `${formatNumber(result.waiting)} more have seen a variant but still have time to reach the goal. `}
          Sample ratio: p = {result.ratioP < 0.001 ? '< 0.001' : formatNumber(result.ratioP, 3)}
          {result.ratioP < 0.001 ? '' : ', as planned'}. The intervals hold at every look with {100 - TEST_ALPHA * 100}{' '}
          % confidence. Plan <code title={test.planHash}>{test.planHash.slice(0, 12)}</code> was fixed in the audit
          trail before the start.
        </p>
      )}
      {state === 'running' && hasTexts && (
        <p className={classes.muted}>
          The variants are fixed. If you change texts, styles or the button now, visitors before and after see different
          pages: stop the test first, or leave them as they are.
        </p>
      )}
      {mayEdit && <TestActions test={test} isBusy={isBusy} act={act} />}
    </article>
  );
}

/** Shown below the form of a template or button that exists. */
export function TestPanel({
  calls,
  entity,
  record,
}: {
  calls: PageTestCalls;
  entity: EntityDefinition;
  record: RecordRow;
}) {
  const params = { id: record.id };
  const tests = useCall(calls.list, { params });
  const action = useAction(
    (body: { action: 'look' | 'stop' | 'promote' | 'undo'; variantId?: number }) => send(calls.act, { params, body }),
    { refresh: [recordsKey(entity)] },
  );
  const act: Act = (name, variantId) => action.mutate({ action: name, ...defined({ variantId }) });
  const [newest, ...earlier] = tests.data ?? [];
  const mayEdit = record.may.edit;
  const hasTexts = 'texts' in entity.fields;
  return (
    <Section title="Test">
      <Loaded of={tests} skeleton={<TableSkeleton rows={3} columns={5} />}>
        {() => (
          <div className={classes.tests}>
            {newest && (
              <TestView test={newest} hasTexts={hasTexts} mayEdit={mayEdit} isBusy={action.isPending} act={act} />
            )}
            {newest?.state !== 'running' && mayEdit && <TestStart calls={calls} entity={entity} record={record} />}
            <FirstFew items={earlier} first={0} more={(hidden) => `Show ${hidden} earlier ${plural(hidden, 'test')}`}>
              {(shown) =>
                shown.map((test) => (
                  <TestView key={test.id} test={test} hasTexts={hasTexts} mayEdit={false} isBusy={false} act={act} />
                ))
              }
            </FirstFew>
          </div>
        )}
      </Loaded>
    </Section>
  );
}
