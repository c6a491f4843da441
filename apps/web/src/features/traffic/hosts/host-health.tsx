/** The latest check of a host, and a button that checks it now. */
import type { CallAnswer } from '@signpost/contract/calls/define-call.ts';
import { checkHostNow, listHostChecks } from '@signpost/contract/calls/hosts.ts';
import { send, useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { TableSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatTime } from '../../../ui/values/format.ts';
import { Badge, Time } from '../../../ui/values/values.tsx';
import classes from './host-health.module.css';

type Check = CallAnswer<typeof listHostChecks>[number];

function Verdict({ problem }: Pick<Check, 'problem'>) {
  if (problem === null) return <Badge tone="good">Healthy</Badge>;
  return <Badge tone="bad">Problem</Badge>;
}

function Checks({ host, checks }: { host: string; checks: readonly Check[] }) {
  const { timeZone } = useUser();
  if (checks.length === 0) return <p className={classes.none}>Not checked yet. Hosts are checked once a day.</p>;
  return (
    <ol className={classes.checks} aria-label={`Health of ${host}`}>
      {checks.map((one) => (
        <li key={one.at}>
          <Verdict problem={one.problem} />
          <span>
            {one.problem ?? `Answers with ${one.http} in ${one.ms} ms`}
            {one.certificateUntil !== null &&
              `, certificate until ${formatTime(one.certificateUntil, timeZone, 'date')}`}
          </span>
          <span className={classes.when}>
            <Time value={one.at} zone={timeZone} ago />
          </span>
        </li>
      ))}
    </ol>
  );
}

export function HostHealth({ host, mayCheck }: { host: string; mayCheck: boolean }) {
  const checks = useCall(listHostChecks, { query: { host } });
  const check = useAction(() => send(checkHostNow, { body: { host } }), {
    refresh: [listHostChecks],
    said: ([last]) => {
      if (last?.problem == null) return `${host} has no problems.`;
      return `${host}: ${last.problem}`;
    },
  });
  const renderActions = () => {
    if (mayCheck)
      return (
        <Button loading={check.isPending} onClick={() => check.mutate(undefined)}>
          Check now
        </Button>
      );
    return undefined;
  };
  return (
    <Panel title="Health" actions={renderActions()}>
      <Loaded of={checks} keepsData skeleton={<TableSkeleton rows={1} columns={3} />}>
        {(data) => <Checks host={host} checks={data} />}
      </Loaded>
    </Panel>
  );
}
