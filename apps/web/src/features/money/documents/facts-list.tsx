/** Exactly the facts that a line bills, with their stories; single facts are held back or disputed here. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { listBilledFacts } from '@signpost/contract/calls/documents.ts';
import type { BilledFact, DocumentView } from '@signpost/contract/money/views.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { FACT_KIND_LABELS, FACT_KINDS } from '@signpost/contract/traffic/clicks/fact.ts';
import { useCallWithMeta } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { useDialog } from '../../../ui/layout/use-dialog.tsx';
import { usePages } from '../../../ui/layout/use-pages.tsx';
import { exactMoney } from '../../../ui/values/format.ts';
import { plural } from '../../../ui/values/plural.ts';
import { Money, Time } from '../../../ui/values/values.tsx';
import { DisputeBadge } from './document-disputes.tsx';
import classes from './documents.module.css';
import { FactDialog } from './fact-dialog.tsx';

const PAGE = 20;

type Asked = { fact: BilledFact; what: 'hold' | 'dispute' };

/** The name of a kind of facts; kinds that this version does not know keep their own name. */
function kindOf(kind: string): string {
  const known = memberOf(FACT_KINDS, kind);
  if (known === undefined) return kind;
  return FACT_KIND_LABELS[known];
}

interface FactProps {
  fact: BilledFact;
  document: DocumentView;
  onAsk: (asked: Asked) => void;
}

function Fact({ fact, document, onAsk }: FactProps) {
  const user = useUser();
  const { may } = document;
  const story = fact.clickId !== '' && mayOpen(user, ROUTES.eventReporterSupport);
  return (
    <li>
      <span>
        <Time value={fact.at} zone="UTC" /> {kindOf(fact.kind)} <span className={classes.muted}>{fact.txid}</span>{' '}
        {fact.reason !== '' && <span className={classes.muted}>{fact.reason}</span>}{' '}
        {fact.dispute !== null && <DisputeBadge state={fact.dispute} />}
        <span className={classes.footer}>
          {story && (
            <a href={hashHref(path.eventReporterSupport({ type: 'click', id: fact.clickId }))}>Event reporter</a>
          )}
          {may.dispute && fact.dispute === null && (
            <button type="button" className={classes.link} onClick={() => onAsk({ fact, what: 'dispute' })}>
              Dispute
            </button>
          )}
          {may.hold && (
            <button type="button" className={classes.link} onClick={() => onAsk({ fact, what: 'hold' })}>
              Hold back
            </button>
          )}
        </span>
      </span>
      <span className={classes.amount}>
        <Money value={fact.exact} currency={document.currency} />
      </span>
    </li>
  );
}

export function FactsList({ document, line }: { document: DocumentView; line: number }) {
  const pages = usePages(PAGE, 'facts');
  const { open, dialog } = useDialog((asked: Asked, close) => (
    <FactDialog documentId={document.id} {...asked} onClose={close} />
  ));
  const query = { line, limit: PAGE, offset: pages.offset };
  const facts = useCallWithMeta(listBilledFacts, { params: { id: document.id }, query }, { keepsPrevious: true });
  return (
    <Loaded of={facts} skeleton={<FormSkeleton fields={3} />}>
      {({ data, meta: { total, exact } }) => (
        <div className={classes.facts}>
          <p className={classes.muted}>
            {total} {plural(total, 'fact')}, exactly {exactMoney(exact, document.currency)}. Times are in UTC.
          </p>
          <ul className={classes.lines} aria-label={`Facts of line ${line}`}>
            {data.map((fact) => (
              <Fact key={fact.factId} fact={fact} document={document} onAsk={open} />
            ))}
          </ul>
          {pages.renderPager(total)}
          {dialog}
        </div>
      )}
    </Loaded>
  );
}
