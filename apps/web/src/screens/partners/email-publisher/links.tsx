/** Opens the links of a draft, on demand. */
import { checkMailingLinks } from '@signpost/contract/calls/mailings.ts';
import { VERDICT_LABELS, type Verdict } from '@signpost/contract/traffic/clicks/link-verdict.ts';
import { ownLinkIn } from '@signpost/contract/traffic/clicks/own-link.ts';
import { send } from '../../../api/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { useLinkHosts } from '../../../fields/link-hosts.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Badge, type BadgeProps } from '../../../ui/values/values.tsx';
import { contentOf, type Draft } from './draft.ts';
import classes from './email-publisher.module.css';

const TONES = {
  ok: 'good',
  moved: 'attention',
  broken: 'bad',
  blocked: 'neutral',
  limited: 'neutral',
  flaky: 'attention',
  unknown: 'neutral',
} as const satisfies Record<Verdict, BadgeProps['tone']>;

/** Names one of our own links. */
function OwnWords({ url, hosts }: { url: string; hosts: readonly string[] }) {
  const own = ownLinkIn(url, hosts);
  if (own === null) return null;
  return <span className={classes.hint}>Our {own.words}.</span>;
}

export function Links({ draft, canCheck }: { draft: Draft; canCheck: boolean }) {
  const check = useAction(() => send(checkMailingLinks, { body: contentOf(draft) }), { refresh: [] });
  const found = check.data?.data;
  const hosts = useLinkHosts();
  return (
    <Panel
      title="Links"
      description="Each link is opened once, as the first recipient would open it."
      actions={
        <Button disabled={!canCheck} loading={check.isPending} onClick={() => check.mutate(undefined)}>
          Check links
        </Button>
      }
    >
      {found !== undefined && (
        <div role="status">
          {found.length === 0 ? (
            <p className={classes.hint}>There are no links in the text.</p>
          ) : (
            <ul className={classes.links} aria-label="Checked links">
              {found.map(({ url, verdict, reason }) => (
                <li key={url}>
                  <Badge tone={TONES[verdict]}>{VERDICT_LABELS[verdict]}</Badge>
                  <span className={classes.url}>{url}</span>
                  <OwnWords url={url} hosts={hosts} />
                  {reason !== '' && <span className={classes.hint}>{reason}</span>}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Panel>
  );
}
