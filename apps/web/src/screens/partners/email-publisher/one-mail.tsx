/** One e-mail: a draft is written, everything else is followed. */

import { readMailing } from '@signpost/contract/calls/mailings.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Composer } from './composer.tsx';
import { draftOf, EMPTY } from './draft.ts';
import { Report } from './report.tsx';
import { isMoving } from './words.ts';

const POLL_MS = 1_000;

export function OneMail({ id }: { id: number }) {
  const mail = useCall(readMailing, { params: { id } }, { poll: { everyMs: POLL_MS, isOn: isMoving }, staleTime: 0 });
  return (
    <Loaded of={mail} keepsData skeleton={<FormSkeleton fields={6} />}>
      {(data) => {
        if (data.state === 'draft' && data.may.edit)
          return <Composer key={data.id} start={draftOf(data)} saved={{ id: data.id, version: data.version }} />;
        return <Report mailing={data} />;
      }}
    </Loaded>
  );
}

/** A new e-mail, empty or with the text of an earlier one. */
export function NewMail({ from }: { from: number | undefined }) {
  const { data, error, refetch } = useCall(
    readMailing,
    { params: { id: from ?? 0 } },
    { enabled: from !== undefined, staleTime: 0 },
  );
  if (error !== null && data === undefined) return <CallError error={error} onRetry={() => void refetch()} />;
  if (from !== undefined && data === undefined) return <FormSkeleton fields={6} />;
  return <Composer start={data === undefined ? EMPTY : draftOf(data)} saved={null} />;
}
