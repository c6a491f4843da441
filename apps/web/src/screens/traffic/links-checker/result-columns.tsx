/** The results of a check: one row per link, with the steps of its redirects. */

import type { LinkResult } from '@signpost/contract/traffic/links/checks.ts';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { formatNumber } from '../../../ui/values/format.ts';
import { httpText } from '../../../ui/values/http-text.ts';
import { Badge } from '../../../ui/values/values.tsx';
import classes from './links-checker.module.css';
import { VerdictBadge } from './verdicts.tsx';

const FATES = {
  survives: { label: 'Survives', tone: 'good' },
  lost: { label: 'Lost', tone: 'bad' },
  not_sent: { label: 'Not sent', tone: 'neutral' },
} as const;

type Fate = Pick<LinkResult, 'verdict' | 'clickId' | 'lostAtStep'>;

export function fateInWords({ verdict, clickId, lostAtStep }: Fate): string | null {
  if (clickId === null) return verdict === null ? null : 'Not checked';
  if (lostAtStep === null) return FATES[clickId].label;
  return `Lost at step ${lostAtStep}`;
}

/** The fate of the click id, such as “Survives” or “Lost at step 2”. */
export function FateBadge({ row }: { row: Fate }) {
  const words = fateInWords(row);
  if (words === null) return '–';
  return <Badge tone={row.clickId === null ? 'neutral' : FATES[row.clickId].tone}>{words}</Badge>;
}

export const RESULT_COLUMNS: DataColumn<LinkResult>[] = [
  { id: 'link', header: 'Link', width: 340, value: ({ link }) => link },
  {
    id: 'verdict',
    header: 'Verdict',
    width: 130,
    value: ({ verdict }) => verdict,
    render: ({ verdict }) => <VerdictBadge verdict={verdict} />,
  },
  { id: 'reason', header: 'Reason', width: 360, value: ({ reason }) => reason || null },
  {
    id: 'http',
    header: 'HTTP',
    kind: 'number',
    width: 80,
    value: ({ http }) => http,
    render: ({ http }) => http ?? '–',
  },
  {
    id: 'clickId',
    header: 'Click id',
    width: 130,
    value: fateInWords,
    render: (row) => <FateBadge row={row} />,
  },
  { id: 'end', header: 'Final address', width: 300, value: ({ end }) => end },
  { id: 'title', header: 'Title', width: 220, value: ({ title }) => title || null },
  {
    id: 'certificate',
    header: 'Certificate ends',
    width: 140,
    value: ({ certificateUntil }) => certificateUntil?.slice(0, 10) ?? null,
  },
];

/** The chain of redirects, step by step. */
export function Steps({ result: { steps, clickId, lostAtStep } }: { result: Fate & Pick<LinkResult, 'steps'> }) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map((step, at) => (
        // A chain may open the same address twice, with other cookies.
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are never reordered
        <li key={`${at} ${step.url}`}>
          <code>{step.url}</code>
          <p>
            {httpText(step.http)} · {formatNumber(step.ms)} ms
            {step.by === 'redirect' && ' · redirects'}
            {step.by === 'page' && ' · the page itself redirects'}
            {clickId !== null && clickId !== 'not_sent' && !step.hasClickId && (
              <b>{lostAtStep === at + 1 ? ' · lost the click id' : ' · without the click id'}</b>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}
