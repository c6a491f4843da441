/** The trace of a lead: every buyer tried, sending it again, and the person on request. */

import { mayCall, mayOpen, seesOwnPublisherOnly } from '@signpost/contract/access/access.ts';
import { resendLead, showLeadPerson, showLeadStory, showLeadSummary } from '@signpost/contract/calls/leads.ts';
import { lead } from '@signpost/contract/entities/lead.ts';
import { type LeadOutcome, type LeadStory, OUTCOMES, PERSON_GRADES } from '@signpost/contract/partners/leads/lead.ts';
import { unreadLabel } from '@signpost/contract/partners/leads/unread.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { send, useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { useOnceAction } from '../../../api/use-once-action.ts';
import { describe } from '../../../records/describe.ts';
import type { RecordRow } from '../../../records/screen.ts';
import { useRefreshWhile } from '../../../records/use-refresh-while.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, IdText, Time } from '../../../ui/values/values.tsx';
import classes from './leads.module.css';

const SHOWN = [
  'geoId',
  'productId',
  'websiteId',
  'publisherId',
  'trafficSourceId',
  'partnerId',
  'redirectUrl',
] as const;
const TONES: Readonly<Partial<Record<LeadOutcome, 'good' | 'bad' | 'attention'>>> = {
  accepted: 'good',
  rejected: 'bad',
  error: 'attention',
  cap: 'attention',
  incomplete: 'attention',
};
/** Outcomes of buyers that were not asked. */
const NOT_ASKED: readonly LeadOutcome[] = ['cap', 'incomplete'];
/** The person, shown on request. Every view is recorded in the lead's history. */
function PersonPanel({ row, looks }: { row: RecordRow; looks: LeadStory['looks'] }) {
  const { grade, timeZone } = useUser();
  const show = useAction(() => send(showLeadPerson, { params: { id: row.id } }), { refresh: [showLeadStory] });
  const person = show.data?.data;
  const listFacts = () => {
    if (person === undefined)
      return [
        ['E-mail', String(row.emailHint ?? '')],
        ['Phone', String(row.phoneHint ?? '')],
      ];
    return [
      ['Name', [person.firstName, person.lastName].filter(Boolean).join(' ')],
      ['E-mail', person.email ?? ''],
      ['Phone', person.phone ?? ''],
      ['IP address', person.ip],
      ...Object.entries(person.extra).map(([name, answer]) => [unreadLabel(name) ?? name, answer]),
    ];
  };
  const known = listFacts();
  return (
    <>
      <dl className={classes.facts}>
        {known
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {row.emailHint === '' && row.phoneHint === '' && <p className={classes.help}>The person was erased.</p>}
      {person === undefined && PERSON_GRADES.includes(grade) && (row.emailHint !== '' || row.phoneHint !== '') && (
        <div>
          <Button loading={show.isPending} onClick={() => show.mutate(undefined)}>
            Show person
          </Button>
          <p className={classes.help}>Viewing the person is recorded in the history of this lead.</p>
        </div>
      )}
      {looks.length > 0 && (
        <>
          <h3 className={classes.sub}>Views of the person</h3>
          <ul className={classes.looks} aria-label="Views of the person">
            {looks.map(({ id, at, by }) => (
              <li key={id}>
                <b>{by ?? 'Signpost'}</b> <Time value={at} zone={timeZone} detail="second" />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Story({ row, story }: { row: RecordRow; story: LeadStory }) {
  const user = useUser();
  const { timeZone } = user;
  const { attempts, looks } = story;
  const resend = useOnceAction((_: undefined, key) => send(resendLead, { params: { id: row.id } }, key), {
    refresh: [['records', lead.name], showLeadSummary],
    said: () => 'Resent to all buyers.',
  });
  const renderAttempts = () => {
    if (attempts.length === 0)
      return (
        <p className={classes.help}>
          None yet: no buyer has a deal for this geo, or the lead is still waiting for its turn.
        </p>
      );
    return (
      <ol className={classes.story} aria-label="Attempts">
        {attempts.map((attempt) => (
          <li key={attempt.id}>
            <Time value={attempt.at} zone={timeZone} detail="second" />
            <span>
              <b>{attempt.robotPartner}</b>{' '}
              <Badge tone={TONES[attempt.outcome] ?? 'neutral'}>{OUTCOMES[attempt.outcome]}</Badge>
              <br />
              {attempt.http !== null && `HTTP ${attempt.http} · `}
              {!NOT_ASKED.includes(attempt.outcome) && `${attempt.ms} ms`}
              {attempt.detail !== '' && ` · ${attempt.detail}`}
            </span>
          </li>
        ))}
      </ol>
    );
  };
  return (
    <>
      <div className={classes.buttons}>
        {row.status !== 'accepted' && mayCall(user, ['leadSearch'], 'add') && (
          <Button kind="primary" loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
            Resend
          </Button>
        )}
        {typeof row.clickId === 'string' && mayOpen(user, ROUTES.eventReporterSupport) && (
          <Button href={hashHref(path.eventReporterSupport({ type: 'click', id: row.clickId }))}>
            Trace of its click
          </Button>
        )}
      </div>
      <PersonPanel key={row.id} row={row} looks={looks} />
      <h3 className={classes.sub}>Buyers tried</h3>
      {renderAttempts()}
    </>
  );
}

/** The drawer's content. The attempts and the views of the person are only for staff with access to the lead search. */
export function LeadDetail({ row }: { row: RecordRow }) {
  const user = useUser();
  const maySeeAll = mayOpen(user, ROUTES.leadSearch) && !seesOwnPublisherOnly(user);
  useRefreshWhile(lead.name, row.status === 'waiting');
  const { data } = useCall(showLeadStory, { params: { id: row.id } }, { enabled: maySeeAll });
  const status = lead.fields.status.options.find(({ value }) => value === row.status);
  return (
    <div className={classes.stack}>
      <div className={classes.head}>
        <Badge tone={status?.tone ?? 'neutral'}>{status?.label ?? String(row.status)}</Badge>
        <span>{String(row.reason).replaceAll('_', ' ')}</span>
        <Time value={String(row.receivedAt)} zone={user.timeZone} detail="second" />
      </div>
      {data && <Story row={row} story={data} />}
      <dl className={classes.facts}>
        {SHOWN.filter((name) => row[name] !== null).map((name) => (
          <div key={name}>
            <dt>{lead.fields[name].label}</dt>
            <dd>{describe(lead, name, row[name], row.labels[name])}</dd>
          </div>
        ))}
        {row.clickId !== null && (
          <div>
            <dt>Click</dt>
            <dd>
              <IdText value={String(row.clickId)} copy />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
