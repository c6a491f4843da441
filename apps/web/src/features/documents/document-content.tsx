/** The content of a document as it is stored: parties, lines, VAT and totals, approvals and history. */
import type { Party } from '@signpost/contract/money/document.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { useUser } from '../../api/session.ts';
import { Badge, Money, Time } from '../../ui/values/values.tsx';
import classes from './documents.module.css';

/** Lines that are shown at once; a document may have some thousands. */
const SHOWN_LINES = 100;

function PartyAddress({ title, party }: { title: string; party: Party }) {
  const { name, street, postalCode, city, country, vatId } = party;
  return (
    <div>
      <h3 className={classes.sub}>{title}</h3>
      <address>
        {[name, street, `${postalCode} ${city}`.trim(), country, vatId && `VAT ${vatId}`]
          .filter(Boolean)
          .map((line) => (
            <div key={line}>{line}</div>
          ))}
      </address>
    </div>
  );
}

function Lines({ payload }: Pick<DocumentView, 'payload'>) {
  const { lines, currency } = payload;
  return (
    <section>
      <h3 className={classes.sub}>Lines ({lines.length})</h3>
      <ul className={classes.lines}>
        {lines.slice(0, SHOWN_LINES).map((line) => (
          <li key={line.position}>
            <span>
              {line.description} {line.isEarlier && <Badge tone="attention">Earlier period</Badge>}
            </span>
            <span className={classes.amount}>
              <Money value={line.net} currency={currency} />
            </span>
          </li>
        ))}
      </ul>
      {lines.length > SHOWN_LINES && <p className={classes.muted}>{lines.length - SHOWN_LINES} more lines</p>}
    </section>
  );
}

function Totals({ payload }: Pick<DocumentView, 'payload'>) {
  const { groups, totals, currency, functional, functionalCurrency, rate } = payload;
  return (
    <section>
      <dl className={classes.totals}>
        <dt>Net</dt>
        <dd className={classes.amount}>
          <Money value={totals.net} currency={currency} />
        </dd>
        {groups.map((group) => (
          <FragmentOfGroup
            key={`${group.category} ${group.rate}`}
            rate={group.rate}
            vat={group.vat}
            currency={currency}
          />
        ))}
        <dt>
          <strong>Total</strong>
        </dt>
        <dd className={classes.amount}>
          <strong>
            <Money value={totals.total} currency={currency} />
          </strong>
        </dd>
      </dl>
      {currency !== functionalCurrency && (
        <p className={classes.muted}>
          {functional.total} {functionalCurrency} at {rate.rate}, published on {rate.publishedOn}
        </p>
      )}
      {groups.map(
        ({ note }) =>
          note !== '' && (
            <p key={note} className={classes.muted}>
              {note}
            </p>
          ),
      )}
    </section>
  );
}

function FragmentOfGroup({ rate, vat, currency }: { rate: string; vat: string; currency: string }) {
  return (
    <>
      <dt>VAT {rate} %</dt>
      <dd className={classes.amount}>
        <Money value={vat} currency={currency} />
      </dd>
    </>
  );
}

export function DocumentContent({ document }: { document: DocumentView }) {
  const { timeZone } = useUser();
  const { payload, verdicts, history, tier } = document;
  return (
    <div className={classes.stack}>
      <div className={classes.parties}>
        <PartyAddress title="From" party={payload.seller} />
        <PartyAddress title="To" party={payload.buyer} />
      </div>
      <p className={classes.muted}>
        {payload.period.start} to {payload.period.end}
        {payload.credits !== null && ` · credits ${payload.credits.number}: ${payload.credits.reason}`}
        {payload.note !== '' && payload.credits === null && ` · ${payload.note}`}
      </p>
      <Lines payload={payload} />
      <Totals payload={payload} />
      <section>
        <h3 className={classes.sub}>Approvals</h3>
        <p className={classes.muted}>
          Needs {tier.approvers} {tier.approvers === 1 ? 'person' : 'people'}
          {tier.needsAdmin && ', one of them an Admin'}. Written by {document.authors.join(', ')}.
        </p>
        {verdicts.map(({ user, verdict, reason, at }) => (
          <p key={user} className={classes.muted}>
            {user} {verdict} <Time value={at} zone={timeZone} /> {reason}
          </p>
        ))}
      </section>
      <section>
        <h3 className={classes.sub}>History</h3>
        <ul className={classes.history}>
          {history.map(({ at, what, user }) => (
            <li key={`${at} ${what}`}>
              <Time value={at} zone={timeZone} /> {user}: {what}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
