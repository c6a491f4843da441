/** A change of terms that waits: its content in words, its effect, and the verdict. */
import { decideChange, EFFECT_DAYS, type WaitingChange } from '@signpost/contract/calls/money-changes.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { send } from '../../../api/calls.ts';
import classes from '../../../features/money/documents/documents.module.css';
import { dealText } from '../../../features/partners/deals/deal-text.ts';
import { Money } from '../../../ui/values/values.tsx';
import { CHANGE_CALLS } from './refresh.ts';
import { VerdictForm } from './verdict-form.tsx';

const PLACES = {
  dealProposal: { href: hashHref(path.dealApprovalForm()), label: 'Open the deal proposals' },
  partnerOverride: { href: hashHref(path.partnerOverride()), label: 'Open the overrides' },
  dealChange: { href: hashHref(path.globalDealForm()), label: 'Open the global deal form' },
} as const;

const SAID = {
  waiting: 'Your approval is stored. This effect needs another one.',
  approved: 'Approved. The change applies now.',
  rejected: 'Rejected. Nothing changes.',
} as const;

export function ChangeVerdict({ change, onDone }: { change: WaitingChange; onDone: () => void }) {
  const { kind, id, hash, party, effect, facts, proposedBy, obstacle } = change;
  const place = PLACES[kind];
  const describeEffect = () => {
    if (effect === null)
      return 'It pays as reported, or no exchange rate is known for its currency, so it needs the most approvers.';
    return `What it would have moved in the last ${EFFECT_DAYS} days.`;
  };
  return (
    <div className={classes.stack}>
      <div className={classes.head}>
        <strong>{effect === null ? 'Unknown effect' : <Money value={effect} currency={baseCurrency()} />}</strong>
        <span>{party}</span>
      </div>
      <p className={classes.muted}>
        {describeEffect()} Proposed by {proposedBy}. <a href={place.href}>{place.label}</a>
      </p>
      <dl className={classes.factList}>
        {facts.map((fact, at) => (
          // Two changes of one deal have the same label.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order.
          <div key={at}>
            <dt>{fact.label}</dt>
            <dd>{'pays' in fact ? dealText(fact.pays) : fact.value}</dd>
          </div>
        ))}
      </dl>
      <VerdictForm
        obstacle={obstacle}
        reasonPath="note"
        run={({ verdict, reason }) => send(decideChange, { params: { kind, id }, body: { hash, verdict, reason } })}
        refresh={CHANGE_CALLS}
        said={({ outcome }) => SAID[outcome]}
        onDone={onDone}
      />
    </div>
  );
}
