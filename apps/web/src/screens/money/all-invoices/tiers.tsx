/** How many people approve, by the effect in base currency. Admins change it. */

import { changeTiers, listTiers } from '@signpost/contract/calls/document-approvals.ts';
import type { ApprovalTier } from '@signpost/contract/money/approval.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useCallForm } from '../../../api/use-call-form.ts';
import classes from '../../../features/money/documents/documents.module.css';
import { DecimalField } from '../../../fields/decimal-field.tsx';
import { NumberField } from '../../../fields/number-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { changedAt } from '../../../ui/values/changed-at.ts';
import { plural } from '../../../ui/values/plural.ts';
import { Money } from '../../../ui/values/values.tsx';

const MOST_APPROVERS = 5;
const MOST_TIERS = 10;

const peopleOf = ({ approvers, needsAdmin }: ApprovalTier): string =>
  `${approvers} ${plural(approvers, 'person', 'people')}${needsAdmin ? ', one of them an Admin' : ''}`;

interface RowProps {
  tier: ApprovalTier;
  at: number;
  onChange: (part: Partial<ApprovalTier>) => void;
  onRemove: () => void;
  errorsAt: (path: string) => string[];
}

function TierRow({ tier, at, onChange, onRemove, errorsAt }: RowProps) {
  return (
    <fieldset className={classes.tier}>
      <legend>{tier.upTo === null ? 'Above all limits' : `Limit ${at + 1}`}</legend>
      {tier.upTo !== null && (
        <DecimalField
          label={`Up to, ${baseCurrency()}`}
          required
          value={tier.upTo}
          onChange={(upTo) => onChange({ upTo: upTo ?? '' })}
          errors={errorsAt(`${at}.upTo`)}
        />
      )}
      <NumberField
        label="People"
        required
        value={tier.approvers}
        onChange={(approvers) => onChange({ approvers: approvers ?? 1 })}
        min={1}
        max={MOST_APPROVERS}
        errors={errorsAt(`${at}.approvers`)}
      />
      <Toggle label="One is an Admin" value={tier.needsAdmin} onChange={(needsAdmin) => onChange({ needsAdmin })} />
      {tier.upTo !== null && (
        <Button kind="quiet" onClick={onRemove}>
          Remove limit
        </Button>
      )}
    </fieldset>
  );
}

function TiersDialog({ before, onClose }: { before: readonly ApprovalTier[]; onClose: () => void }) {
  const form = useCallForm(changeTiers, {
    initial: { tiers: before },
    input: ({ tiers }) => ({ body: [...tiers] }),
    refresh: [listTiers],
    said: () => 'The limits are changed. They apply to everything that is not issued yet.',
    onDone: onClose,
    fieldAt: (path) => (path === '' ? '' : 'tiers'),
  });
  const { tiers } = form.values;
  const set = (next: readonly ApprovalTier[]) => form.set({ tiers: next });
  return (
    <CallDialog
      form={form}
      title="Limits of approval"
      submitLabel="Save limits"
      canSubmit={tiers.every(({ upTo }) => upTo !== '')}
      onClose={onClose}
    >
      {tiers.map((tier, at) => (
        <TierRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a limit has no identity but its place.
          key={at}
          tier={tier}
          at={at}
          onChange={(part) => set(changedAt(tiers, at, part))}
          onRemove={() => set(tiers.filter((_, place) => place !== at))}
          errorsAt={form.errorsAt}
        />
      ))}
      {tiers.length < MOST_TIERS && (
        <Button onClick={() => set([{ upTo: '', approvers: 1, needsAdmin: false }, ...tiers])}>Add limit</Button>
      )}
    </CallDialog>
  );
}

export function Tiers() {
  const { grade } = useUser();
  const { data, error, refetch } = useCall(listTiers, {});
  const renderActions = () => {
    if (grade !== 'Admin' || data === undefined) return undefined;
    return <DialogButton dialog={(close) => <TiersDialog before={data} onClose={close} />}>Change limits</DialogButton>;
  };
  return (
    <Panel
      title="Approval"
      description="How many people approve depends on the effect in base currency. Nobody approves what they wrote."
      actions={renderActions()}
    >
      {error !== null && <CallError error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <FormSkeleton fields={2} />}
      <ul className={classes.lines} aria-label="Limits of approval">
        {data?.map((tier) => {
          const renderLimit = () => {
            if (tier.upTo === null) return 'Above';
            return (
              <>
                Up to <Money value={tier.upTo} currency={baseCurrency()} />
              </>
            );
          };
          return (
            <li key={String(tier.upTo)}>
              <span>{renderLimit()}</span>
              <span>{peopleOf(tier)}</span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
