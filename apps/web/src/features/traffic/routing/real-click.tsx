import { useSetState } from '@mantine/hooks';
import { mayOpen } from '@signpost/contract/access/access.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { useUser } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ClickTrace } from './click-trace.tsx';
import classes from './routing.module.css';

/** Shows the trace of a click by its id. */
export function RealClick() {
  const user = useUser();
  const [{ typed, clickId }, set] = useSetState({ typed: '', clickId: '' });
  if (!mayOpen(user, ROUTES.eventReporter)) return null;
  return (
    <>
      <Panel title="Explain a real click" description="Paste a click id to see how it was routed at the time.">
        <Form className={classes.adder} onSubmit={() => set({ clickId: typed.trim() })}>
          <TextInput label="Click id" value={typed} onChange={(text) => set({ typed: text })} mono />
          <Button type="submit" disabled={typed.trim() === ''}>
            Show its trace
          </Button>
        </Form>
      </Panel>
      {clickId !== '' && <ClickTrace clickId={clickId} />}
    </>
  );
}
