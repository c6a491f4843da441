import { readChecks } from '@signpost/contract/calls/checks.ts';
import type { CallAnswer } from '@signpost/contract/calls/define-call.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import {
  CHECK_AREAS,
  CHECK_STATE_LABELS,
  CHECKS,
  type Check,
  type CheckState,
  summaryOf,
} from '@signpost/contract/operations/checks.ts';
import { IconRefresh } from '@tabler/icons-react';
import { useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TableSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Badge, Time } from '../../../ui/values/values.tsx';
import classes from './status.module.css';

const TONES = { good: 'good', warning: 'attention', problem: 'bad', skipped: 'neutral' } as const satisfies Record<
  CheckState,
  string
>;

/** The checks that `npm run doctor` makes as well: their results, and what to do about each problem. */
export function Status() {
  const status = useCall(readChecks, {}, { staleTime: 0 });
  return (
    <Loaded of={status} skeleton={<TableSkeleton />}>
      {(data) => <Checks {...data} isFetching={status.isFetching} onCheck={() => void status.refetch()} />}
    </Loaded>
  );
}

interface ChecksProps extends CallAnswer<typeof readChecks> {
  isFetching: boolean;
  onCheck: () => void;
}

function Checks({ checkedAt, checks, isFetching, onCheck }: ChecksProps) {
  const { timeZone } = useUser();
  return (
    <>
      <div className={classes.head}>
        <p role="status">
          {summaryOf(checks)}, checked <Time value={checkedAt} zone={timeZone} detail="second" />. The command{' '}
          <code>npm run doctor</code> makes the same checks.
        </p>
        <Button onClick={onCheck} loading={isFetching} icon={<IconRefresh size={16} aria-hidden />}>
          Check again
        </Button>
      </div>
      {keysOf(CHECK_AREAS).map((area) => (
        <Panel key={area} title={CHECK_AREAS[area]}>
          <ul className={classes.checks} aria-label={CHECK_AREAS[area]}>
            {checks
              .filter(({ name }) => CHECKS[name].area === area)
              .map((check) => (
                <OneCheck key={check.name} check={check} />
              ))}
          </ul>
        </Panel>
      ))}
    </>
  );
}

function OneCheck({ check: { name, state, message, next } }: { check: Check }) {
  return (
    <li className={classes.check}>
      <span className={classes.state}>
        <Badge tone={TONES[state]}>{CHECK_STATE_LABELS[state]}</Badge>
      </span>
      <div className={classes.words}>
        <strong>{CHECKS[name].title}</strong>
        <span>{message}</span>
        {next !== null && (
          <span className={classes.next}>
            What to do: <span className={classes.command}>{next}</span>
          </span>
        )}
      </div>
    </li>
  );
}
