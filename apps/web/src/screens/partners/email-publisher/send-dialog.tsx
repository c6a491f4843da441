/** Confirms a send: how many people, and when. */
import { useSetState } from '@mantine/hooks';
import { checkMailingLinks, confirmMailing, readMailing } from '@signpost/contract/calls/mailings.ts';
import { addDays } from '@signpost/contract/dates/dates.ts';
import { publisherMail } from '@signpost/contract/entities/publisher-mail.ts';
import { useGo } from '../../../address/use-go.ts';
import { recordsKey, send, useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { DateField } from '../../../fields/date-field.tsx';
import { useToday } from '../../../fields/read.ts';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TimeInput } from '../../../ui/fields/time-input.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
import { contentOf, type Draft } from './draft.ts';
import classes from './email-publisher.module.css';
import { reachInWords, usePreview } from './mail-preview.tsx';
import { useMailingStatus } from './notices.tsx';
import type { SavedMail } from './use-draft.ts';
import { peopleInWords } from './words.ts';

interface Props {
  draft: Draft;
  /** Saves the draft if it has unsaved changes. */
  prepare: () => Promise<SavedMail>;
  onClose: () => void;
}

/** Why it cannot be sent now, in one sentence; null if it can. */
function useRefusal(draft: Draft): { recipients: number; reach: string; refusal: string | null } {
  const status = useMailingStatus();
  const { data } = usePreview(draft);
  const recipients = data?.recipients ?? 0;
  const reach = data === undefined ? '' : reachInWords(data);
  if (status === undefined || data === undefined) return { recipients, reach, refusal: null };
  if (!status.isMailOn) return { recipients, reach, refusal: 'E-mail is off here, so it cannot be sent.' };
  if (!status.hasPublicUrl)
    return { recipients, reach, refusal: 'PUBLIC_URL is not set, so links to unsubscribe would lead nowhere.' };
  if (status.halt !== null) return { recipients, reach, refusal: 'Sending has stopped. Allow it again first.' };
  if (data.problem !== '') return { recipients, reach, refusal: data.problem };
  if (data.unknownPlaces.length > 0) return { recipients, reach, refusal: 'Correct the unknown places first.' };
  return { recipients, reach, refusal: recipients === 0 ? 'Nobody would get it. Choose recipients first.' : null };
}

const FRESH_MS = 60_000;

/** The links are opened once more before the send; a broken one is named, and the person decides. */
function LinkCheck({ draft }: { draft: Draft }) {
  const { data, isPending } = useCall(
    checkMailingLinks,
    { body: contentOf(draft) },
    { retry: false, staleTime: FRESH_MS },
  );
  if (isPending) return <p className={classes.hint}>The links are being checked…</p>;
  if (data === undefined || data.length === 0) return null;
  const broken = data.filter(({ verdict }) => verdict === 'broken');
  if (broken.length === 0)
    return (
      <p className={classes.hint}>
        {data.length === 1 ? 'The link was checked.' : `${data.length} links were checked.`}
      </p>
    );
  return <p className={classes.problem}>Broken: {broken.map(({ url }) => url).join(', ')}</p>;
}

export function SendDialog({ draft, prepare, onClose }: Props) {
  const go = useGo();
  const { timeZone } = useUser();
  const today = useToday();
  const [{ isLater, day, time }, set] = useSetState<{ isLater: boolean; day: string | null; time: string }>({
    isLater: false,
    day: addDays(today, 1),
    time: '09:00',
  });
  const { recipients, reach, refusal } = useRefusal(draft);
  const confirm = useAction(
    async () => {
      const { id, version } = await prepare();
      const at = isLater && day !== null ? { day, time } : null;
      const result = await send(confirmMailing, { params: { id }, body: { version, recipients, at } });
      return { ...result, data: { ...result.data, id } };
    },
    {
      refresh: [recordsKey(publisherMail), readMailing],
      said: () => (isLater ? 'The e-mail is scheduled.' : 'The e-mail is being sent.'),
      onDone: ({ id }) => {
        onClose();
        void go({ search: { mail: id }, replace: true });
      },
    },
  );
  return (
    <FormDialog
      opened
      title="Send e-mail"
      submitLabel={isLater ? `Schedule for ${peopleInWords(recipients)}` : `Send to ${peopleInWords(recipients)}`}
      canSubmit={refusal === null && recipients > 0 && (!isLater || (day !== null && time !== ''))}
      submitting={confirm.isPending}
      onSubmit={() => confirm.mutate(undefined)}
      onCancel={onClose}
    >
      <div className={classes.form}>
        <p className={classes.lead}>{reach} The recipients are fixed now. What was sent cannot be taken back.</p>
        {refusal === null ? <LinkCheck draft={draft} /> : <p className={classes.problem}>{refusal}</p>}
        <Choice
          label="When"
          value={isLater ? 'later' : 'now'}
          options={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'At a time' },
          ]}
          onChange={(next) => set({ isLater: next === 'later' })}
          required
        />
        {isLater && (
          <div className={classes.pair}>
            <DateField label="Day" value={day} onChange={(next) => set({ day: next })} min={today} required />
            <TimeInput
              label="Time"
              value={time}
              onChange={(next) => set({ time: next })}
              help={`In your time zone, ${timeZone}.`}
              required
            />
          </div>
        )}
      </div>
    </FormDialog>
  );
}
