/** Shows the problems of a draft beside its editor, before it is saved. */

import { checkDraft } from '@signpost/contract/calls/routing.ts';
import type { Finding, Severity } from '@signpost/contract/traffic/clicks/check.ts';
import type { Draft, DraftKind } from '@signpost/contract/traffic/clicks/draft.ts';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import type { Values } from '../../../records/screen.ts';
import { TableSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import classes from './draft.module.css';
import { focusField } from './focus-field.ts';

const MARKS = { error: IconX, warning: IconAlertTriangle, note: IconInfoCircle } as const satisfies Record<
  Severity,
  unknown
>;
const LABELS: Record<Severity, string> = { error: 'Error', warning: 'Warning', note: 'Note' };
const ORDER: readonly Severity[] = ['error', 'warning', 'note'];

function Found({ finding: { severity, message, field } }: { finding: Finding }) {
  const Mark = MARKS[severity];
  return (
    <li className={classes.finding} data-severity={severity}>
      <Mark size={16} aria-label={LABELS[severity]} />
      <span>{message}</span>
      {field !== '' && (
        <button type="button" className={classes.show} onClick={() => focusField(field)}>
          Show
        </button>
      )}
    </li>
  );
}

/** The worst findings come first. */
function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0)
    return (
      <p className={classes.fine} role="status">
        <IconCheck size={16} aria-hidden /> No problems found.
      </p>
    );
  return (
    <ul className={classes.findings} aria-label="Problems">
      {[...findings]
        .sort((one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity))
        .map((finding) => (
          <Found key={`${finding.code} ${finding.field} ${finding.message}`} finding={finding} />
        ))}
    </ul>
  );
}

export interface DraftProps {
  kind: DraftKind;
  /** Null if it has never been saved. */
  id: number | null;
  values: Values;
}

/** Checks again when the input has not changed for a moment. */
export function CheckPanel({ kind, id, values }: DraftProps) {
  const draft = useSettled<Draft>({ kind, id, values });
  const check = useCall(checkDraft, { body: draft }, { keepsPrevious: true, staleTime: 0 });
  return (
    <Panel
      title="Check"
      description="Problems with this setup: settings without effect and visitors without a destination."
    >
      <Loaded of={check} skeleton={<TableSkeleton rows={2} columns={1} />}>
        {(findings) => <Findings findings={findings} />}
      </Loaded>
    </Panel>
  );
}
