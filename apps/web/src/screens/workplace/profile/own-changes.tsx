import { listOwnChanges } from '@signpost/contract/calls/undo.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { changeInWords } from '@signpost/contract/records/change-words.ts';
import type { OwnChange } from '@signpost/contract/records/undo.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { UndoButton } from '../../../api/undo-button.tsx';
import { describe } from '../../../records/describe.ts';
import { EmptyState, TableSkeleton } from '../../../ui/feedback/states.tsx';
import { FirstFew } from '../../../ui/layout/first-few.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Badge, Time } from '../../../ui/values/values.tsx';
import classes from './own-changes.module.css';

const SHOWN_FIRST = 10;

function Change({ change, zone }: { change: OwnChange; zone: string }) {
  const [first] = change.records;
  const entity: EntityDefinition | undefined = first && entities[first.entity];
  return (
    <li>
      <div className={classes.text}>
        <span>{changeInWords(change)}</span>
        <span className={classes.muted}>
          <Time value={change.at} zone={zone} detail="second" />
        </span>
        {change.refusal !== null && !change.isUndone && <span className={classes.muted}>{change.refusal}</span>}
        {entity !== undefined && change.count === 1 && first !== undefined && first.changes.length > 0 && (
          <dl className={classes.fields}>
            {first.changes.map(({ field, before, after }) => (
              <div key={field}>
                <dt>{entity.fields[field]?.label ?? field}</dt>
                <dd>
                  <del>{describe(entity, field, before)}</del> <ins>{describe(entity, field, after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {change.isUndone && <Badge>Undone</Badge>}
      {!change.isUndone && change.refusal === null && (
        <UndoButton requestId={change.requestId}>{change.isUndo ? 'Redo' : 'Undo'}</UndoButton>
      )}
    </li>
  );
}

/** The viewer's latest changes, each of which can be undone. */
export function OwnChanges({ zone }: { zone: string }) {
  const { data, error, isPending, refetch } = useCall(listOwnChanges, {}, { staleTime: 0 });
  return (
    <Panel
      title="My last changes"
      description="Undo puts back what a change named, unless somebody changed it since."
      flush
    >
      {isPending && <TableSkeleton rows={3} columns={2} />}
      {error !== null && <CallError error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState title="Nothing to show">Records that you create, edit or archive appear here.</EmptyState>
      )}
      <FirstFew
        items={data ?? []}
        first={SHOWN_FIRST}
        more={() => `Show all ${data?.length ?? 0}`}
        className={classes.more}
      >
        {(shown) => (
          <ul className={classes.changes} aria-label="My last changes">
            {shown.map((change) => (
              <Change key={change.requestId} change={change} zone={zone} />
            ))}
          </ul>
        )}
      </FirstFew>
    </Panel>
  );
}
