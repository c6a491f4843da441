import { NativeSelect } from '@mantine/core';
import { useSetState } from '@mantine/hooks';
import { SEARCH_LABELS, SEARCH_TYPES, type SearchType } from '@signpost/contract/insight/stats/facts.ts';
import { path } from '@signpost/contract/routes/paths.ts';
import { useGo } from '../../../address/use-go.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Form } from '../../../ui/form.tsx';
import classes from './event-reporter.module.css';

/** Finds the trace of an id. */
export function SupportSearch({
  type: startType = 'click',
  id: startId = '',
}: {
  type?: SearchType | undefined;
  id?: string;
}) {
  const go = useGo();
  const [{ type, id }, set] = useSetState<{ type: SearchType; id: string }>({ type: startType, id: startId });
  return (
    <Form
      className={classes.search}
      onSubmit={() => {
        if (id.trim() !== '') void go({ path: path.eventReporterSupport({ type, id: id.trim() }) });
      }}
    >
      <NativeSelect
        aria-label="Kind of id"
        value={type}
        onChange={(event) => set({ type: SEARCH_TYPES.find((one) => one === event.currentTarget.value) ?? 'click' })}
        data={SEARCH_TYPES.map((one) => ({ value: one, label: SEARCH_LABELS[one] }))}
      />
      <TextInput
        label="Id"
        hideLabel
        placeholder="Paste an id"
        value={id}
        onChange={(text) => set({ id: text })}
        mono
      />
      <Button type="submit" disabled={id.trim() === ''}>
        Show trace
      </Button>
    </Form>
  );
}
