import { useSetState } from '@mantine/hooks';
import { readNotificationSettings, setQuietHours } from '@signpost/contract/calls/notifications.ts';
import type { QuietHoursChoice } from '@signpost/contract/workplace/notifications/settings.ts';
import { send } from '../../../api/calls.ts';
import { useUnsaved } from '../../../api/unsaved.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { TimeInput } from '../../../ui/fields/time-input.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import classes from './notifications.module.css';

const EVENING = { from: '20:00', to: '07:00', errorsAlways: false } as const;

const isSame = (one: QuietHoursChoice, other: QuietHoursChoice): boolean =>
  one.from === other.from && one.to === other.to && one.errorsAlways === other.errorsAlways;

interface HoursState {
  draft: QuietHoursChoice;
  isOn: boolean;
  /** The hours that the server has; known from the answer to a save before the settings are fetched again. */
  stored: QuietHoursChoice | null;
}

/** The hours in which nothing is sent outside the app. */
export function QuietHours({ saved, zone }: { saved: QuietHoursChoice | null; zone: string }) {
  const [{ draft, isOn, stored }, set] = useSetState<HoursState>({
    draft: saved ?? EVENING,
    isOn: saved !== null,
    stored: saved,
  });
  const change = (part: Partial<QuietHoursChoice>) => set({ draft: { ...draft, ...part } });
  const save = useAction((quietHours: QuietHoursChoice | null) => send(setQuietHours, { body: { quietHours } }), {
    refresh: [readNotificationSettings],
    onDone: (_, hours) => set({ stored: hours }),
    said: (_, hours) => {
      if (hours === null) return 'Quiet hours ended.';
      return `Quiet from ${hours.from} to ${hours.to}.`;
    },
  });
  useUnsaved(isOn !== (stored !== null) || (isOn && !isSame(draft, stored ?? EVENING)));
  const isComplete = draft.from !== '' && draft.to !== '';
  const problem = isComplete && draft.from === draft.to ? ['Enter another time than the beginning.'] : [];
  return (
    <section className={classes.part} aria-labelledby="quiet-hours">
      <h3 id="quiet-hours">Quiet hours</h3>
      <p>
        Messages outside the app wait until the end of the quiet hours, in your time zone ({zone}). The bell is not
        affected.
      </p>
      <div className={classes.hours}>
        <Toggle label="Use quiet hours" value={isOn} onChange={(next) => set({ isOn: next })} />
        {isOn && (
          <>
            <TimeInput label="From" value={draft.from} onChange={(from) => change({ from })} />
            <TimeInput label="To" value={draft.to} onChange={(to) => change({ to })} errors={problem} />
            <Toggle
              label="Send errors always"
              value={draft.errorsAlways}
              onChange={(errorsAlways) => change({ errorsAlways })}
            />
          </>
        )}
      </div>
      {(isOn || stored !== null) && (
        <div>
          <Button
            onClick={() => save.mutate(isOn ? draft : null)}
            loading={save.isPending}
            disabled={isOn && (!isComplete || problem.length > 0)}
          >
            Save quiet hours
          </Button>
        </div>
      )}
    </section>
  );
}
