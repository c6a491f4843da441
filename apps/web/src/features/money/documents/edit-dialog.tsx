/** Changes a document that is not issued: note, payment terms, facts that became known since or were held back. */
import { changeDraft, listHeldFacts } from '@signpost/contract/calls/documents.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { useCall } from '../../../api/calls.ts';
import { useCallForm } from '../../../api/use-call-form.ts';
import { NumberField } from '../../../fields/number-field.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { formatMoney } from '../../../ui/values/format.ts';
import { DOCUMENT_CALLS } from './refresh.ts';

const MAX_TERMS = 180;

interface Values {
  note: string;
  paymentTermsDays: number | null;
  isRenewed: boolean;
  takes: string[];
}

export function EditDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { id, payload, currency, may } = document;
  const { data: held = [] } = useCall(listHeldFacts, { params: { id } }, { enabled: may.hold });
  const initial: Values = {
    note: payload.note,
    paymentTermsDays: payload.paymentTermsDays,
    isRenewed: false,
    takes: [],
  };
  const form = useCallForm(changeDraft, {
    initial,
    input: ({ note, isRenewed, paymentTermsDays, takes }) => ({
      params: { id },
      body: {
        note,
        isRenewed,
        ...(may.hold && { paymentTermsDays: paymentTermsDays ?? payload.paymentTermsDays, takes }),
      },
    }),
    fieldAt: (path) => (path === 'factIds' ? 'takes' : path),
    refresh: DOCUMENT_CALLS,
    said: () => 'Saved. The document is a draft again, because its content changed.',
    onDone: onClose,
  });
  return (
    <CallDialog
      form={form}
      title="Edit the draft"
      submitLabel="Save draft"
      canSubmit={form.values.paymentTermsDays !== null}
      onClose={onClose}
    >
      <TextInput label="Note" {...form.field('note')} lines={3} />
      {may.hold && (
        <NumberField label="Payment terms, days" {...form.field('paymentTermsDays')} min={0} max={MAX_TERMS} required />
      )}
      {held.length > 0 && (
        <MultiSelect
          label="Bill facts that are held back"
          {...form.field('takes')}
          options={held.map(({ factId, month, description, exact, reason }) => ({
            value: factId,
            label: `${month} ${description} ${formatMoney(exact, currency)}: ${reason}`,
          }))}
          find={filterOptions}
        />
      )}
      <Toggle label="Bill facts that became known since" {...form.field('isRenewed')} />
    </CallDialog>
  );
}
