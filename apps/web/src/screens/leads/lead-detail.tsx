/** A lead's whole story: the person, every buyer that was asked, and sending it again. */
import { mayCall, mayOpen, seesOwnPublisherOnly } from '@signpost/contract/access.ts';
import { lead } from '@signpost/contract/entities/lead.ts';
import { type LeadOutcome, type LeadStory, OUTCOMES } from '@signpost/contract/leads/lead.ts';
import { hashHref, path } from '@signpost/contract/paths.ts';
import { ROUTES } from '@signpost/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { describe } from '../../records/describe.ts';
import type { RecordRow } from '../../records/screen.ts';
import { useAction } from '../../records/use-action.ts';
import { useRefreshWhile } from '../../records/use-refresh-while.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, IdText, Time } from '../../ui/values.tsx';
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
};
function Story({ row, story }: { row: RecordRow; story: LeadStory }) {
  const user = useUser();
  const { timeZone } = user;
  const { person, extra, attempts } = story;
  const known = [
    ['Name', [person.firstName, person.lastName].filter(Boolean).join(' ')],
    ['E-mail', person.email ?? ''],
    ['Phone', person.phone ?? ''],
    ['Address', person.ip],
    ...Object.entries(extra),
  ].filter(([, value]) => value !== '');
  const resend = useAction(() => request(`leads/${row.id}/resend`, { method: 'POST' }), {
    refresh: [['records', lead.name]],
    said: () => 'It is offered to all buyers again within a second or two.',
  });
  return (
    <>
      <div className={classes.buttons}>
        {row.status !== 'accepted' && mayCall(user, ['leadSearch'], 'add') && (
          <Button kind="primary" loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
            Send again
          </Button>
        )}
        {typeof row.clickId === 'string' && mayOpen(user, ROUTES.eventReporterSupport) && (
          <Button href={hashHref(path.eventReporterSupport({ type: 'click', id: row.clickId }))}>
            Story of its click
          </Button>
        )}
      </div>
      <dl className={classes.facts}>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className={classes.sub}>Buyers asked</h3>
      {attempts.length === 0 ? (
        <p className={classes.help}>Nobody yet: no buyer has a deal for this geo, or its turn has not come.</p>
      ) : (
        <ol className={classes.story} aria-label="Attempts">
          {attempts.map((attempt) => (
            <li key={attempt.id}>
              <Time value={attempt.at} zone={timeZone} detail="second" />
              <span>
                <b>{attempt.robotPartner}</b>{' '}
                <Badge tone={TONES[attempt.outcome] ?? 'neutral'}>{OUTCOMES[attempt.outcome]}</Badge>
                <br />
                {attempt.http !== null && `HTTP ${attempt.http} · `}
                {attempt.outcome !== 'cap' && `${attempt.ms} ms`}
                {attempt.detail !== '' && ` · ${attempt.detail}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** The drawer's content; the person and the attempts only for staff who may open the lead search. */
export function LeadDetail({ row }: { row: RecordRow }) {
  const user = useUser();
  const maySeeAll = mayOpen(user, ROUTES.leadSearch) && !seesOwnPublisherOnly(user);
  useRefreshWhile(lead.name, row.status === 'waiting');
  const { data } = useQuery({
    queryKey: ['records', lead.name, 'story', row.id],
    queryFn: async ({ signal }) => (await request<LeadStory>(`leads/${row.id}/story`, { signal })).data,
    enabled: maySeeAll,
  });
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
