/** The snippets that a site needs, its subscribers, and the keys. */

import { readPushSetup, rotatePushKey } from '@signpost/contract/calls/push.ts';
import type { PushSetup } from '@signpost/contract/traffic/push/audience.ts';
import { PUSH_PATHS } from '@signpost/contract/traffic/push/subscribe.ts';
import { useState } from 'react';
import { send, useCall } from '../../../api/calls.ts';
import { ConfirmCallButton } from '../../../api/confirm-call.tsx';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { useLinkBase } from '../../../features/traffic/links/use-link-base.ts';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import { CopyButton } from '../../../ui/values/copy-button.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import { counted, plural } from '../../../ui/values/plural.ts';
import { Badge, Time } from '../../../ui/values/values.tsx';
import classes from './push.module.css';

const WORKER_FILE = 'signpost-push.js';

function Code({ label, text }: { label: string; text: string }) {
  return (
    <div className={classes.code}>
      {/* Another text is measured anew, so that it can be scrolled by keyboard. */}
      <CodeBlock key={text} label={label}>
        {text}
      </CodeBlock>
      <CopyButton value={text} label={`Copy ${label.toLowerCase()}`} />
    </div>
  );
}

function Snippet({ sites }: { sites: PushSetup['sites'] }) {
  const { base } = useLinkBase();
  const [chosen, setChosen] = useState<number | null>(null);
  const site = chosen ?? sites[0]?.id ?? null;
  const subscribers = sites.find(({ id }) => id === site)?.subscribers ?? 0;
  const worker = `self.signpost = { base: '${base}', site: ${site} };\nimportScripts('${base}${PUSH_PATHS.worker}');`;
  const tag = `<script src="${base}${PUSH_PATHS.siteScript}" data-site="${site}" data-topics="news"\n  data-question="May we tell you about new offers?" defer></script>`;
  const renderSnippet = () => {
    if (site === null || base === null) return <p className={classes.hint}>Choose a website to see its snippet.</p>;
    return (
      <>
        <p className={classes.hint}>
          {counted(subscribers, 'browser has', 'browsers have')} subscribed there. Put the first text into a file{' '}
          <code>/{WORKER_FILE}</code> at the top of the site, and the second on its pages.
        </p>
        <Code label="Worker file" text={worker} />
        <Code label="Script for pages" text={tag} />
        <p className={classes.hint}>
          The browser asks for permission once, after a press of “Yes”. Leave <code>data-question</code> out and use
          buttons of your own instead: <code>data-signpost-push="on"</code> subscribes,{' '}
          <code>data-signpost-push="off"</code> ends it. Sites need HTTPS.
        </p>
      </>
    );
  };
  return (
    <div className={classes.snippet}>
      <div className={classes.website}>
        <ReferenceInput label="Website" to="website" required value={site} onChange={setChosen} />
      </div>
      {renderSnippet()}
    </div>
  );
}

function Keys({ setup }: { setup: PushSetup }) {
  const { timeZone, grade } = useUser();
  return (
    <div className={classes.snippet}>
      <ul className={classes.keys} aria-label="Keys">
        {setup.keys.map(({ id, publicKey, createdAt, subscribers, isCurrent }) => (
          <li key={id}>
            <code className={classes.key}>{publicKey.slice(0, 16)}…</code>
            {isCurrent && <Badge tone="good">Current</Badge>}
            <span className={classes.hint}>
              since <Time value={createdAt} zone={timeZone} detail="date" /> · {formatNumber(subscribers)}{' '}
              {plural(subscribers, 'subscriber')}
            </span>
          </li>
        ))}
      </ul>
      {setup.keys.length === 0 && <p className={classes.hint}>The first key is made within a minute.</p>}
      <p className={classes.hint}>
        A subscription works with the key it was made with only. After a change, each browser subscribes again at its
        next visit; until then it is reached with its old key. An old key is removed when nobody needs it.
        {setup.toRenew > 0 &&
          ` ${counted(setup.toRenew, 'subscription was', 'subscriptions were')} refused and will be renewed that way.`}
      </p>
      {(grade === 'Admin' || grade === 'Management') && (
        <div>
          <ConfirmCallButton
            label="Change key"
            run={() => send(rotatePushKey, {})}
            refresh={[readPushSetup]}
            said={() => 'New subscriptions use the new key from now on.'}
          >
            New subscriptions get a new key. Nobody is lost: older subscriptions go on with theirs.
          </ConfirmCallButton>
        </div>
      )}
    </div>
  );
}

export function PushSetupPanel() {
  const answer = useCall(readPushSetup, {});
  return (
    <Loaded of={answer} skeleton={null}>
      {(data) => (
        <div className={classes.setup}>
          <Section title="Snippet for sites" summary={`${formatNumber(data.subscribers)} subscribers`}>
            <Snippet sites={data.sites} />
          </Section>
          <Section title="Keys" summary={`${data.keys.length}`} defaultOpen={false}>
            <Keys setup={data} />
          </Section>
        </div>
      )}
    </Loaded>
  );
}
