import { VERDICT_LABELS, VERDICTS, type Verdict } from '@signpost/contract/traffic/clicks/link-verdict.ts';
import type { LinkCheckSummary } from '@signpost/contract/traffic/links/checks.ts';
import { Badge, type BadgeProps } from '../../../ui/values/values.tsx';
import classes from './links-checker.module.css';

const TONES = {
  ok: 'good',
  moved: 'accent',
  broken: 'bad',
  blocked: 'neutral',
  limited: 'neutral',
  flaky: 'attention',
  unknown: 'attention',
} as const satisfies Record<Verdict, BadgeProps['tone']>;

export function VerdictBadge({ verdict }: { verdict: Verdict | null }) {
  if (verdict === null) return <Badge tone="neutral">Not checked yet</Badge>;
  return <Badge tone={TONES[verdict]}>{VERDICT_LABELS[verdict]}</Badge>;
}

/** "2 broken, 1 blocked, 47 OK": the verdicts that there are. */
export function countsInWords({ counts }: Pick<LinkCheckSummary, 'counts'>): string {
  const parts = VERDICTS.toSorted((one, other) => Number(other === 'broken') - Number(one === 'broken'))
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdict === 'ok' ? 'OK' : VERDICT_LABELS[verdict].toLowerCase()}`);
  return parts.join(', ') || '–';
}

export const isMoving = ({ state }: LinkCheckSummary): boolean => state === 'waiting' || state === 'running';

/** The progress of a check. */
export function CheckProgress({ check: { done, total, state } }: { check: LinkCheckSummary }) {
  return (
    <div className={classes.progress} role="status">
      <progress aria-label="Progress" value={done} max={Math.max(total, 1)} />
      <span>
        {state === 'waiting' ? 'Waits for a free worker.' : `${done} of ${total} links checked.`} At most one request a
        second goes to each host.
      </span>
    </div>
  );
}
