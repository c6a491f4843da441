/** A flat fee that waits, with the verdict. */
import { approveFlatFee, rejectFlatFee, type WaitingFee } from '@signpost/contract/calls/flat-fees.ts';
import { flatFee } from '@signpost/contract/entities/flat-fee.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { recordsKey, send } from '../../../api/calls.ts';
import classes from '../../../features/money/documents/documents.module.css';
import { Badge, Money } from '../../../ui/values/values.tsx';
import { VerdictForm } from './verdict-form.tsx';

export function FeeVerdict({ fee, onDone }: { fee: WaitingFee; onDone: () => void }) {
  const { id, version, name, party, direction, fromDay, toDay, amount, currency, proposedBy } = fee;
  return (
    <div className={classes.stack}>
      <div className={classes.head}>
        <strong>
          <Money value={amount} currency={currency} />
        </strong>
        <Badge>{direction === 'paid' ? 'We pay' : 'We receive'}</Badge>
        <span>{party}</span>
      </div>
      <p className={classes.muted}>
        It counts from {fromDay} to {toDay}, evenly by day. Proposed by {proposedBy}.{' '}
        <a href={hashHref(path.flatFeesEdit({ id }))}>Open the flat fee</a>
      </p>
      <VerdictForm
        obstacle={fee.obstacle}
        reasonPath="note"
        run={({ verdict, reason }) =>
          // A decision about another version than the one on the screen is refused.
          send(verdict === 'approved' ? approveFlatFee : rejectFlatFee, {
            params: { id },
            body: { version, note: reason },
          })
        }
        refresh={[recordsKey(flatFee)]}
        said={({ feeStatus }) => {
          if (feeStatus === 'proposed') return 'Your approval is stored. This amount needs another one.';
          return `“${name}” is ${feeStatus}.`;
        }}
        onDone={onDone}
      />
    </div>
  );
}
