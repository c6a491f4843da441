import { mayOpen } from '@signpost/contract/access/access.ts';
import { makeReferralCodes } from '@signpost/contract/calls/referral-codes.ts';
import { referralCode } from '@signpost/contract/entities/referral-code.ts';
import { toCsv } from '@signpost/contract/records/csv.ts';
import { BULK_CODES_MAX, type BulkCodes } from '@signpost/contract/records/referral-codes.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { IconPlaylistAdd } from '@tabler/icons-react';
import { useState } from 'react';
import { useScreenSearch } from '../../../address/use-search.ts';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { recordsKey } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useCallForm } from '../../../api/use-call-form.ts';
import { NumberField } from '../../../fields/number-field.tsx';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { RecordListPage } from '../../../records/list-page.tsx';
import { Button } from '../../../ui/button.tsx';
import { downloadBlob } from '../../../ui/download.ts';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import { referralCodeScreen } from './referral-code-screen.tsx';
import classes from './referral-codes.module.css';

const LENGTH = 8;
/** Codes in the unassigned pool. */
const poolScreen = { ...referralCodeScreen, fixed: { publisherId: ['null'] } };
const FRESH: Required<BulkCodes> = { count: 10, prefix: '', length: LENGTH, publisherId: null, partnerId: null };
const PREFIX = /^\w*$/;

function BulkDialog({ onClose, onMade }: { onClose: () => void; onMade: (codes: readonly string[]) => void }) {
  const form = useCallForm(makeReferralCodes, {
    initial: FRESH,
    input: (body) => ({ body }),
    refresh: [recordsKey(referralCode)],
    said: ({ codes }) => `${codes.length} codes generated.`,
    undo: 'change',
    onDone: ({ codes }) => {
      onClose();
      onMade(codes);
    },
  });
  const { values, set } = form;
  const isPrefix = PREFIX.test(values.prefix);
  return (
    <CallDialog
      form={form}
      title="Generate codes"
      submitLabel={`Generate ${values.count} codes`}
      canSubmit={isPrefix}
      onClose={onClose}
    >
      <NumberField
        label="How many"
        value={values.count}
        min={1}
        max={BULK_CODES_MAX}
        onChange={(count) => count !== null && set({ count })}
      />
      <TextInput
        label="Prefix"
        {...form.field('prefix')}
        errors={isPrefix ? [] : ['Please use letters and digits only.']}
        help="Random letters and digits are added to the prefix."
      />
      <NumberField
        label="Random characters"
        value={values.length}
        min={4}
        max={20}
        onChange={(length) => length !== null && set({ length })}
      />
      <ReferenceInput
        label="Publisher"
        help="Leave empty to add the codes to the unassigned pool."
        to="publisher"
        {...form.field('publisherId')}
      />
      <ReferenceInput label="Partner" to="partner" {...form.field('partnerId')} />
    </CallDialog>
  );
}

/** `/referral-codes`: codes created one by one, or in bulk for the pool. */
export default function ReferralCodeListPage() {
  const user = useUser();
  const pool = useScreenSearch('referralCodes').kind === 'pool';
  const [made, setMade] = useState<readonly string[]>([]);
  return (
    <>
      {mayOpen(user, ROUTES.referralCodesAdd) && (
        <div className={classes.bar}>
          <DialogButton
            icon={<IconPlaylistAdd size={16} aria-hidden />}
            dialog={(close) => <BulkDialog onClose={close} onMade={setMade} />}
          >
            Generate codes
          </DialogButton>
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
    </>
  );
}
