/** The matters that need the viewer's attention. Each line links to the screen where its matter can be resolved. */

import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import type { Attention as Line } from '@signpost/contract/workplace/people/attention.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { firstCalls } from '../../../api/first-screen.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import classes from './home.module.css';

const REFRESH_MS = 60_000;

function href({ route, search }: Line): string {
  const query = buildQuery(search);
  return `${hashHref(ROUTES[route].path)}${query === '' ? '' : `?${query}`}`;
}

export function Attention() {
  const { data = [], error, refetch } = useCall(firstCalls.listAttention, {}, { refetchInterval: REFRESH_MS });
  if (error)
    return (
      <Panel title="Needs attention">
        <CallError error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  if (data.length === 0) return null;
  return (
    <Panel title="Needs attention">
      <ul className={classes.attention}>
        {data.map((line) => (
          <li key={line.id}>
            <a href={href(line)}>
              <strong>{formatNumber(line.count)}</strong>
              <span>{line.text}</span>
              <small>{ROUTES[line.route].title}</small>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
