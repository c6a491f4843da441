/** Sends the draft to oneself. */
import { testMailing } from '@signpost/contract/calls/mailings.ts';
import { send } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import { contentOf, type Draft, valuesOf } from './draft.ts';
import { useMailingStatus } from './notices.tsx';

export function TestButton({ draft, canSend }: { draft: Draft; canSend: boolean }) {
  const { email } = useUser();
  const isMailOn = useMailingStatus()?.isMailOn === true;
  const test = useAction(() => send(testMailing, { body: { ...contentOf(draft), replyTo: valuesOf(draft).replyTo } }), {
    refresh: [],
    onDone: ({ isDelivered, problem }) =>
      showSnackbar(
        isDelivered
          ? { type: 'success', message: `The test was sent to ${email}.` }
          : { type: 'error', message: problem ?? 'The test could not be sent.' },
      ),
  });
  return (
    <Button disabled={!canSend || !isMailOn} loading={test.isPending} onClick={() => test.mutate(undefined)}>
      Send test to me
    </Button>
  );
}
