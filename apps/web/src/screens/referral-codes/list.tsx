import { mayOpen } from '@signpost/contract/access/access.ts';
import { makeReferralCodes } from '@signpost/contract/calls/referral-codes.ts';
import { referralCode } from '@signpost/contract/entities/referral-code.ts';
import { toCsv } from '@signpost/contract/records/csv.ts';
import { BULK_CODES_MAX, type BulkCodes } from '@signpost/contract/records/referral-codes.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { IconPlaylistAdd } from '@tabler/icons-react';
import { useState } from 'react';
import { useScreenSearch } from '../../address/use-search.ts';
import { recordsKey, send } from '../../api/calls.ts';
import { useOnceKey } from '../../api/once-key.ts';
import { useUser } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { NumberField } from '../../fields/number-field.tsx';
import { ReferenceInput } from '../../fields/reference-input.tsx';
import { RecordListPage } from '../../records/list-page.tsx';
import { Button } from '../../ui/button.tsx';
import { downloadBlob } from '../../ui/download.ts';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { LinkTabs } from '../../ui/layout/link-tabs.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { CodeBlock } from '../../ui/values/code-block.tsx';
import { referralCodeScreen } from './referral-code-screen.tsx';
import classes from './referral-codes.module.css';

const LENGTH = 8;
/** Codes in the unassigned pool. */
const poolScreen = { ...referralCodeScreen, fixed: { publisherId: ['null'] } };
const fresh: BulkCodes = { count: 10, prefix: '', length: LENGTH, publisherId: null, partnerId: null };
const PREFIX = /^\w*$/;

interface BulkDialogProps {
  /** The input of the dialog; null while it is closed. */
  ask: BulkCodes | null;
  submitting: boolean;
  onChange: (ask: BulkCodes) => void;
  onSubmit: (ask: BulkCodes) => void;
  onCancel: () => void;
}

function BulkDialog({ ask, submitting, onChange, onSubmit, onCancel }: BulkDialogProps) {
  const form = ask ?? fresh;
  const set = (part: Partial<BulkCodes>) => onChange({ ...form, ...part });
  return (
    <FormDialog
      opened={ask !== null}
      title="Generate codes"
      submitLabel={`Generate ${form.count} codes`}
      canSubmit={PREFIX.test(form.prefix)}
      submitting={submitting}
      onSubmit={() => onSubmit(form)}
      onCancel={onCancel}
    >
      <NumberField
        label="How many"
        value={form.count}
        min={1}
        max={BULK_CODES_MAX}
        onChange={(count) => count !== null && set({ count })}
      />
      <TextInput
        label="Prefix"
        value={form.prefix}
        maxLength={20}
        errors={PREFIX.test(form.prefix) ? [] : ['Please use letters and digits only.']}
        help="Random letters and digits are added to the prefix."
        onChange={(prefix) => set({ prefix })}
      />
      <NumberField
        label="Random characters"
        value={form.length}
        min={4}
        max={20}
        onChange={(length) => length !== null && set({ length })}
      />
      <ReferenceInput
        label="Publisher"
        help="Leave empty to add the codes to the unassigned pool."
        to="publisher"
        value={form.publisherId}
        onChange={(publisherId) => set({ publisherId })}
      />
      <ReferenceInput
        label="Partner"
        to="partner"
        value={form.partnerId}
        onChange={(partnerId) => set({ partnerId })}
      />
    </FormDialog>
  );
}

/** `/referral-codes`: codes created one by one, or in bulk for the pool. */
export default function ReferralCodeListPage() {
  const user = useUser();
  const pool = useScreenSearch('referralCodes').kind === 'pool';
  const [ask, setAsk] = useState<BulkCodes | null>(null);
  const [made, setMade] = useState<readonly string[]>([]);
  const once = useOnceKey();
  const create = useAction((body: BulkCodes) => send(makeReferralCodes, { body }, { idempotencyKey: once.keyNow() }), {
    refresh: [recordsKey(referralCode)],
    said: ({ codes }) => `${codes.length} codes generated.`,
    undo: 'change',
    onDone: ({ codes }) => {
      once.renew();
      setAsk(null);
      setMade(codes);
    },
  });
  return (
    <>
      {mayOpen(user, ROUTES.referralCodesAdd) && (
        <div className={classes.bar}>
          <Button
            icon={<IconPlaylistAdd size={16} aria-hidden />}
            onClick={() => {
              once.renew();
              setAsk(fresh);
            }}
          >
            Generate codes
          </Button>
        </div>
      )}
      {made.length > 0 && (
        <Panel
          title={`${made.length} new codes`}
          actions={
            <>
              <Button
                onClick={() =>
                  downloadBlob('referral-codes.csv', new Blob([toCsv([['Code'], ...made.map((code) => [code])])]))
                }
              >
                Download CSV
              </Button>
              <Button kind="quiet" onClick={() => setMade([])}>
                Hide
              </Button>
            </>
          }
        >
          <CodeBlock className={classes.codes} label="New codes">
            {made.join('\n')}
          </CodeBlock>
        </Panel>
      )}
      <LinkTabs
        label="Referral codes"
        tabs={[
          { label: 'All', href: hashHref(path.referralCodes()), current: !pool },
          { label: 'Unassigned pool', href: hashHref(`${path.referralCodes()}?kind=pool`), current: pool },
        ]}
      />
      <RecordListPage key={String(pool)} screen={pool ? poolScreen : referralCodeScreen} />
      <BulkDialog
        ask={ask}
        submitting={create.isPending}
        onChange={setAsk}
        onSubmit={create.mutate}
        onCancel={() => setAsk(null)}
      />
    </>
  );
}
