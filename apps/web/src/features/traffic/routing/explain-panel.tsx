/** Explains where an imagined visitor would be sent and why, using the routing code itself. */

import { useSetState } from '@mantine/hooks';
import type { BoxCalls } from '@signpost/contract/calls/routing.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { APP_RESULT_TEXTS } from '@signpost/contract/traffic/clicks/app-step.ts';
import {
  CLICK_REASONS,
  type ExplainedNode,
  type ExplainedRule,
  type Explanation,
} from '@signpost/contract/traffic/clicks/explain.ts';
import { DEVICES } from '@signpost/contract/traffic/clicks/vocabulary.ts';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { useMetadata } from '../../../api/use-metadata.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { textOrNull } from '../../../ui/values/optional.ts';
import { Badge } from '../../../ui/values/values.tsx';
import { ExplainedDeals, OutStep } from './explained-deals.tsx';
import classes from './routing.module.css';

const OUTCOMES = {
  decided: { label: 'Decides', tone: 'good' },
  empty: { label: 'Matches, but no campaign can take the click', tone: 'attention' },
  not_matched: { label: 'Does not match', tone: 'neutral' },
  not_tried: { label: 'Not tried', tone: 'neutral' },
  idle: { label: 'Not used', tone: 'attention' },
} as const;
const KINDS = { global: 'Global rule', banner: 'Banner global rule', box: 'Rule' };
const DEVICE_OPTIONS = DEVICES.map((value) => ({ value, label: value }));
const TEXTS = [
  ['os', 'OS'],
  ['browser', 'Browser'],
  ['address', 'IP address'],
  ['language', 'Language'],
  ['source', 'Traffic source'],
  ['referrer', 'Referrer host'],
  ['sub1', 'Sub 1'],
  ['sub2', 'Sub 2'],
  ['sub3', 'Sub 3'],
  ['sub4', 'Sub 4'],
  ['sub5', 'Sub 5'],
  ['host', 'Host of the link'],
  ['code', 'Referral code'],
  ['at', 'Time (UTC, empty for now)'],
  ['visitor', 'Visitor'],
] as const;
type Asked = Record<'geo' | 'device' | (typeof TEXTS)[number][0], string> & { returning: boolean };
const NOTHING: Asked = {
  geo: '',
  device: '',
  os: '',
  browser: '',
  address: '',
  language: '',
  source: '',
  referrer: '',
  sub1: '',
  sub2: '',
  sub3: '',
  sub4: '',
  sub5: '',
  host: '',
  code: '',
  at: '',
  visitor: '',
  returning: false,
};

/** The time that was entered, in UTC; null for now. */
function instantIn(text: string): string | null {
  if (text === '') return null;
  const instant = new Date(/Z$/i.test(text) ? text : `${text}Z`);
  if (Number.isNaN(instant.getTime())) throw new Error('Enter the time as 2026-11-21 18:00.');
  return instant.toISOString();
}

function conditionText(item: ExplainedNode): string {
  if ('words' in item) return item.words;
  return item.match === 'any' ? 'Any of these' : 'All of these';
}

/** Conditions in their groups. An *any* group matches if one of its conditions does. */
function Conditions({ items, match }: { items: readonly ExplainedNode[]; match: 'all' | 'any' }) {
  return (
    <ul className={classes.held}>
      {match === 'any' && items.length > 1 && <li className={classes.kind}>Any of:</li>}
      {items.map((item) => (
        <li key={JSON.stringify(item)} data-holds={item.holds || undefined}>
          {item.holds ? <IconCheck size={14} aria-label="holds" /> : <IconX size={14} aria-label="does not hold" />}{' '}
          {conditionText(item)}
          {'items' in item && <Conditions items={item.items} match="all" />}
        </li>
      ))}
    </ul>
  );
}

function RuleRow({ rule }: { rule: ExplainedRule }) {
  const outcome = OUTCOMES[rule.outcome];
  const renderConditions = () => {
    if (rule.conditions.length === 0) return <span className={classes.kind}>{rule.words}</span>;
    return <Conditions items={rule.conditions} match={rule.match} />;
  };
  return (
    <li className={classes.explained}>
      <div className={classes.explainedHead}>
        <strong>{rule.name}</strong>
        <Badge tone={outcome.tone}>{outcome.label}</Badge>
        <span className={classes.kind}>{KINDS[rule.kind]}</span>
      </div>
      {renderConditions()}
    </li>
  );
}

function Answer({ answer }: { answer: Explanation }) {
  const campaigns = useMetadata('campaigns');
  const nameOf = (id: number) => campaigns?.find((one) => one.id === id)?.name ?? `#${id}`;
  return (
    <section className={classes.allocation} aria-label="Explanation">
      <p className={classes.verdict} role="status">
        {CLICK_REASONS[answer.reason] ?? answer.reason}{' '}
        {answer.campaignId !== null && <strong>{nameOf(answer.campaignId)}</strong>}
      </p>
      <code className={classes.url}>{answer.targetUrl ?? 'Nowhere'}</code>
      {answer.app && <p className={classes.kind}>{APP_RESULT_TEXTS[answer.app]}</p>}
      {answer.rules.length > 0 && (
        <ol className={classes.items} aria-label="Rules tried">
          {answer.rules.map((rule) => (
            <RuleRow key={rule.id} rule={rule} />
          ))}
        </ol>
      )}
      <ul className={classes.items} aria-label="Chosen from">
        {answer.allocation.map(({ campaignId, share, chosen }) => (
          <li key={campaignId} className={classes.shown}>
            <span>{nameOf(campaignId)}</span>
            <div className={classes.share} aria-hidden>
              <span style={{ width: `${share}%` }} />
            </div>
            <span className={classes.percent}>{share} %</span>
            <span>{chosen && <Badge tone="good">Chosen</Badge>}</span>
          </li>
        ))}
        {answer.skipped.map(({ campaignId, reason }) => (
          <li key={campaignId} className={classes.shown}>
            <span>{nameOf(campaignId)}</span>
            <span className={classes.kind}>{reason.replaceAll('_', ' ')}</span>
          </li>
        ))}
      </ul>
      {answer.deals && <ExplainedDeals deals={answer.deals} />}
      {answer.out && <OutStep out={answer.out} />}
    </section>
  );
}

/** `base` is the API path of the box's entity. */
export function ExplainPanel({ calls, boxId }: { calls: BoxCalls; boxId: number }) {
  const geos = useMetadata('geos') ?? [];
  const [asked, set] = useSetState(NOTHING);
  const [answer, setAnswer] = useState<Explanation | null>(null);
  const explain = useMutation({
    mutationFn: () => send(calls.explain, { params: { id: boxId }, body: { ...asked, at: instantIn(asked.at) } }),
    onSuccess: ({ data }) => setAnswer(data),
  });
  const problem = explain.error instanceof ApiError ? explain.error.reason : explain.error?.message;
  return (
    <Panel title="Explain" description="Describe a visitor to see where this box would send them and why.">
      <Form className={classes.allocation} onSubmit={() => explain.mutate()}>
        <div className={classes.asked}>
          <Choice
            label="Geo"
            options={
              filterOptions(
                geos.map((geo) => ({ value: String(geo.code), label: String(geo.country) })),
                '',
                Number.POSITIVE_INFINITY,
              ).shown
            }
            value={textOrNull(asked.geo)}
            onChange={(geo) => set({ geo: geo ?? '' })}
            clearable
          />
          <Choice
            label="Device"
            options={DEVICE_OPTIONS}
            value={textOrNull(asked.device)}
            onChange={(device) => set({ device: device ?? '' })}
            clearable
          />
          {TEXTS.map(([name, label]) => (
            <TextInput key={name} label={label} value={asked[name]} onChange={(text) => set({ [name]: text })} />
          ))}
          <Toggle label="Returning visitor" value={asked.returning} onChange={(returning) => set({ returning })} />
        </div>
        <div>
          <Button kind="primary" type="submit" loading={explain.isPending}>
            Explain
          </Button>
        </div>
        {problem && (
          <p className={classes.error} role="alert">
            {problem}
          </p>
        )}
      </Form>
      {answer && <Answer answer={answer} />}
    </Panel>
  );
}
