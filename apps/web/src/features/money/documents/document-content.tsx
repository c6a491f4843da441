/** The content of a document as it is stored: parties, lines, VAT and totals, approvals and history. */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { Party } from '@signpost/contract/money/document.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { useUser } from '../../../api/session.ts';
import { exactMoney, formatMoney } from '../../../ui/values/format.ts';
import { plural } from '../../../ui/values/plural.ts';
import { Money, Time } from '../../../ui/values/values.tsx';
import { DocumentLines } from './document-lines.tsx';
import classes from './documents.module.css';

function PartyAddress({ title, party }: { title: string; party: Party }) {
  const { name, street, postalCode, city, country, vatId, taxNumber } = party;
  return (
    <div>
      <h3 className={classes.sub}>{title}</h3>
      <address>
        {[
          name,
          street,
          `${postalCode} ${city}`.trim(),
          country,
          vatId && `VAT ${vatId}`,
          taxNumber && `Tax number ${taxNumber}`,
        ]
          .filter(Boolean)
          .map((line) => (
            <div key={line}>{line}</div>
          ))}
      </address>
    </div>
  );
}

function Totals({ payload }: Pick<DocumentView, 'payload'>) {
  const { groups, totals, currency, functional, functionalCurrency, rate, statistics, nationalVat } = payload;
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
          {formatMoney(functional.total, functionalCurrency)} at {rate.rate}, published on {rate.publishedOn}
        </p>
      )}
      {nationalVat !== undefined && (
        <p className={classes.muted}>
          VAT in {nationalVat.rate.to}: {formatMoney(nationalVat.vat, nationalVat.rate.to)} at {nationalVat.rate.rate},
          published on {nationalVat.rate.publishedOn}
        </p>
      )}
      {statistics.base !== '0' && (
        <p className={classes.muted}>
          The statistics show {exactMoney(statistics.base, baseCurrency())} for the same facts.
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

/** The parts of an entry of the history that people read. */
const wordsOf = ({ amount, currency, reason, answer, to, name }: Readonly<Record<string, unknown>>): string =>
  [amount, amount === undefined ? undefined : currency, reason, answer, to, name]
    .filter((part) => typeof part === 'string')
    .join(' ');

export function DocumentContent({ document }: { document: DocumentView }) {
  const { timeZone, grade } = useUser();
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
      <DocumentLines document={document} />
      <Totals payload={payload} />
      {grade !== 'Publisher' && (
        <section>
          <h3 className={classes.sub}>Approvals</h3>
          <p className={classes.muted}>
            Needs {tier.approvers} {plural(tier.approvers, 'person', 'people')}
            {tier.needsAdmin && ', one of them an Admin'}. Written by {document.authors.join(', ')}.
          </p>
          {verdicts.map(({ user, verdict, reason, at }) => (
            <p key={user} className={classes.muted}>
              {user} {verdict} <Time value={at} zone={timeZone} /> {reason}
            </p>
          ))}
        </section>
      )}
      <section>
        <h3 className={classes.sub}>History</h3>
        <ul className={classes.history}>
          {history.map(({ at, what, user, detail }) => (
            <li key={`${at} ${what} ${JSON.stringify(detail)}`}>
              <Time value={at} zone={timeZone} /> {user}: {what}{' '}
              <span className={classes.muted}>{wordsOf(detail)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
