/** The launch check of a box, campaign or partner: a test click and conversion go the whole way, step by step. */

import { useSetState } from '@mantine/hooks';
import { mayDo } from '@signpost/contract/access/access.ts';
import { readLaunchCheck, startLaunchCheck } from '@signpost/contract/calls/launch-checks.ts';
import { cancelRun } from '@signpost/contract/calls/runs.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import { CHECK_DEVICES, type CheckDevice } from '@signpost/contract/traffic/clicks/link-check.ts';
import {
  LAUNCH_STEPS,
  LAUNCH_SUBJECTS,
  type LaunchCheck,
  type LaunchState,
  type LaunchStepResult,
  type LaunchSubject,
} from '@signpost/contract/traffic/links/launch.ts';
import { send, useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { useOnceAction } from '../../../api/use-once-action.ts';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { Form } from '../../../ui/form.tsx';
import { DrawerButton } from '../../../ui/layout/dialog-button.tsx';
import { Modal } from '../../../ui/layout/modal.tsx';
import { httpText } from '../../../ui/values/http-text.ts';
import { plural } from '../../../ui/values/plural.ts';
import { Badge, type BadgeProps } from '../../../ui/values/values.tsx';
import classes from './launch-check.module.css';

const POLL_MS = 700;
const TONES = { ok: 'good', broken: 'bad', unsure: 'attention', skipped: 'neutral' } as const satisfies Record<
  LaunchState,
  BadgeProps['tone']
>;
const STATES: Record<LaunchState, string> = { ok: 'OK', broken: 'Broken', unsure: 'Unsure', skipped: 'Skipped' };
const DEVICES: Record<CheckDevice, string> = { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet' };

const isMoving = ({ state }: LaunchCheck): boolean => state === 'waiting' || state === 'running';

function Step({ result: { step, state, text, who, hops } }: { result: LaunchStepResult }) {
  return (
    <li>
      <p className={classes.head}>
        <b>{LAUNCH_STEPS[step]}</b> <Badge tone={TONES[state]}>{STATES[state]}</Badge>
      </p>
      <p>{text}</p>
      {who !== null && <p className={classes.who}>Can be mended by: {who}.</p>}
      {state === 'broken' && hops.length > 1 && (
        <ol className={classes.hops}>
          {hops.map((hop, at) => (
            // A chain may open the same address twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: hops are never reordered
            <li key={`${at} ${hop.url}`}>
              <code>{hop.url}</code> {httpText(hop.http)}
              {!hop.hasClickId && ' · without the click id'}
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

/** The result of the whole check in words. */
function verdictOf({ state, problem, steps }: LaunchCheck): string {
  if (state === 'cancelled') return 'The check was cancelled.';
  if (state === 'failed') return problem ?? 'The check could not be finished.';
  const broken = steps.filter((one) => one.state === 'broken').length;
  if (broken === 0) return 'The whole way works.';
  return `${broken} ${plural(broken, 'step is', 'steps are')} broken.`;
}

/** The progress of a check, and what it has found. */
function Progress({ check }: { check: LaunchCheck }) {
  const cancel = useAction((runId: number) => send(cancelRun, { params: { id: runId } }), {
    refresh: [readLaunchCheck],
  });
  const total = Object.keys(LAUNCH_STEPS).length;
  if (!isMoving(check)) return <b>{verdictOf(check)}</b>;
  return (
    <>
      <progress aria-label="Progress" value={check.steps.length} max={total} />
      <span>
        {check.steps.length} of {total} steps
      </span>
      {check.mayCancel && (
        <Button kind="quiet" loading={cancel.isPending} onClick={() => cancel.mutate(check.runId)}>
          Cancel
        </Button>
      )}
    </>
  );
}

function Result({ id }: { id: number }) {
  const check = useCall(
    readLaunchCheck,
    { params: { id } },
    { poll: { everyMs: POLL_MS, isOn: isMoving }, staleTime: 0 },
  );
  return (
    <Loaded of={check} keepsData skeleton={null}>
      {(data) => (
        <>
          <div className={classes.verdict} role="status">
            <Progress check={data} />
          </div>
          <ol className={classes.steps} aria-label="Steps of the launch check">
            {data.steps.map((result) => (
              <Step key={result.step} result={result} />
            ))}
          </ol>
        </>
      )}
    </Loaded>
  );
}

interface LaunchFormState {
  geoId: number | null;
  device: CheckDevice;
  /** The check that was started last. */
  checkId: number | null;
}

function LaunchForm({ subject, recordId }: { subject: LaunchSubject; recordId: number }) {
  const [{ geoId, device, checkId }, set] = useSetState<LaunchFormState>({
    geoId: null,
    device: 'mobile',
    checkId: null,
  });
  const start = useOnceAction(
    (_: undefined, key) => send(startLaunchCheck, { body: { subject, recordId, geoId: geoId ?? 0, device } }, key),
    { refresh: [], onDone: ({ id }) => set({ checkId: id }) },
  );
  return (
    <div className={classes.check}>
      <p className={classes.lead}>
        A test click and a test conversion go the whole way, through the real link, hosts and postback addresses. They
        are marked and never counted.
      </p>
      <Form
        className={classes.form}
        onSubmit={() => {
          if (geoId !== null) start.mutate(undefined);
        }}
      >
        <ReferenceInput label="Geo" to="geo" value={geoId} onChange={(next) => set({ geoId: next })} required />
        <Choice
          label="Device"
          value={device}
          options={CHECK_DEVICES.map((value) => ({ value, label: DEVICES[value] }))}
          onChange={(next) => set({ device: memberOf(CHECK_DEVICES, next ?? undefined) ?? device })}
          required
        />
        <Button kind="primary" type="submit" disabled={geoId === null} loading={start.isPending}>
          Check the whole way
        </Button>
      </Form>
      {checkId !== null && <Result id={checkId} />}
    </div>
  );
}

/** The button that opens the launch check, for people who may change the record. */
export function LaunchCheckButton({ entity, recordId }: { entity: EntityDefinition; recordId: number }) {
  const user = useUser();
  const subject = memberOf(LAUNCH_SUBJECTS, entity.name);
  if (subject === undefined || !mayDo(user, entity, 'edit')) return null;
  return (
    <div>
      <DrawerButton
        drawer={(state) => (
          <Modal {...state} title="Launch check" size="lg">
            <LaunchForm subject={subject} recordId={recordId} />
          </Modal>
        )}
      >
        Launch check
      </DrawerButton>
    </div>
  );
}
