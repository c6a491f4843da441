/** The amount that the document would have today, and why it differs. It is fetched when a person asks for it. */
import { compareDocument } from '@signpost/contract/calls/documents.ts';
import { useState } from 'react';
import { useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import { Money } from '../../../ui/values/values.tsx';
import classes from './documents.module.css';
import { CAUSE_LABELS } from './words.ts';

export function Today({ id, currency }: { id: number; currency: string }) {
  const [isAsked, setAsked] = useState(false);
  const answer = useCall(compareDocument, { params: { id } }, { enabled: isAsked, staleTime: 0 });
  return (
    <section>
      <h3 className={classes.sub}>What would it be today?</h3>
      {!isAsked && (
        <div className={classes.footer}>
          <p className={classes.muted}>Compares the net amount with what is known now.</p>
          <Button onClick={() => setAsked(true)}>Compare</Button>
        </div>
      )}
      {isAsked && (
        <Loaded of={answer} skeleton={<FormSkeleton fields={2} />}>
          {(data) => (
            <dl className={classes.totals}>
              <dt>When it was made</dt>
              <dd className={classes.amount}>
                <Money value={data.asMade} currency={currency} />
              </dd>
              {data.causes.length === 0 && (
                <>
                  <dt>Nothing changed since</dt>
                  <dd className={classes.amount}>
                    <Money value="0" currency={currency} />
                  </dd>
                </>
              )}
              {data.causes.map(({ cause, exact, facts }) => (
                <CauseLine key={cause} text={`${CAUSE_LABELS[cause]}, ${formatNumber(facts)} facts`}>
                  <Money value={exact} currency={currency} />
                </CauseLine>
              ))}
              <dt>
                <strong>Today</strong>
              </dt>
              <dd className={classes.amount}>
                <strong>
                  <Money value={data.now} currency={currency} />
                </strong>
              </dd>
            </dl>
          )}
        </Loaded>
      )}
    </section>
  );
}

function CauseLine({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{text}</dt>
      <dd className={classes.amount}>{children}</dd>
    </>
  );
}
