/** Changes a document that is not issued: note, payment terms, facts that became known since or were held back. */
import { changeDraft, listHeldFacts } from '@signpost/contract/calls/documents.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useState } from 'react';
import { send, useCall } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { NumberField } from '../../fields/number-field.tsx';
import { MultiSelect } from '../../ui/fields/multi-select.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Toggle } from '../../ui/fields/toggle.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { formatMoney } from '../../ui/values/format.ts';
import { DOCUMENT_CALLS } from './refresh.ts';
import { useRefusals } from './use-refusals.ts';

const MAX_TERMS = 180;

export function EditDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { id, payload, currency, may } = document;
  const [note, setNote] = useState(payload.note);
  const [terms, setTerms] = useState<number | null>(payload.paymentTermsDays);
  const [isRenewed, setRenewed] = useState(false);
  const [takes, setTakes] = useState<string[]>([]);
  const { data: held = [] } = useCall(listHeldFacts, { params: { id } }, { enabled: may.hold });
  const refusals = useRefusals((path) => ['note', 'paymentTermsDays', 'takes', 'factIds'].includes(path));
  const change = useAction(
    () =>
      send(changeDraft, {
        params: { id },
        body: {
          note,
          isRenewed,
          ...(may.hold && { paymentTermsDays: terms ?? payload.paymentTermsDays, takes }),
        },
      }),
    {
      refresh: DOCUMENT_CALLS,
      said: () => 'Saved. The document is a draft again, because its content changed.',
      onDone: onClose,
      onRefused: refusals.onRefused,
    },
  );
  return (
    <FormDialog
      opened
      title="Edit the draft"
      submitLabel="Save draft"
      canSubmit={terms !== null}
      submitting={change.isPending}
      onSubmit={() => change.mutate(undefined)}
      onCancel={onClose}
    >
      <TextInput label="Note" value={note} onChange={setNote} maxLength={1000} lines={3} errors={refusals.at('note')} />
      {may.hold && (
        <NumberField
          label="Payment terms, days"
          value={terms}
          onChange={setTerms}
          min={0}
          max={MAX_TERMS}
          required
          errors={refusals.at('paymentTermsDays')}
        />
      )}
      {held.length > 0 && (
        <MultiSelect
          label="Bill facts that are held back"
          value={takes}
          onChange={setTakes}
          options={held.map(({ factId, month, description, exact, reason }) => ({
            value: factId,
            label: `${month} ${description} ${formatMoney(exact, currency)}: ${reason}`,
          }))}
          find={filterOptions}
          cappedText={TEXT.optionsCapped}
          errors={[...refusals.at('takes'), ...refusals.at('factIds')]}
        />
      )}
      <Toggle label="Bill facts that became known since" value={isRenewed} onChange={setRenewed} />
    </FormDialog>
  );
}
