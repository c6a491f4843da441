/** The history of a record: who changed it, when, before and after. Any version can be restored into the form. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { eventText } from '@signpost/contract/records/audit-events.ts';
import type { HistoryEntry } from '@signpost/contract/records/history.ts';
import { IconHistory } from '@tabler/icons-react';
import { useUser } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../ui/feedback/states.tsx';
import { DrawerButton } from '../ui/layout/dialog-button.tsx';
import { Drawer } from '../ui/layout/drawer.tsx';
import { Time } from '../ui/values/values.tsx';
import { useHistory } from './api.ts';
import { describe } from './describe.ts';
import classes from './records.module.css';
import type { Values } from './screen.ts';

const VERB = {
  create: 'created this record',
  update: 'edited this record',
  archive: 'archived this record',
  restore: 'restored this record',
  effect: 'updated this record automatically',
};

interface Props {
  entity: EntityDefinition;
  id: number;
  opened: boolean;
  onClose: () => void;
  onRestore?: ((values: Values) => void) | undefined;
}

function Entry({
  entity,
  entry,
  zone,
  isNewest,
  onRestore,
}: {
  entity: EntityDefinition;
  entry: HistoryEntry;
  zone: string;
  isNewest: boolean;
  onRestore: Props['onRestore'];
}) {
  const { snapshot } = entry;
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <span>
          <strong>{entry.by ?? 'Signpost'}</strong> {entry.event === null ? VERB[entry.action] : eventText(entry.event)}
        </span>
        <Time value={entry.at} zone={zone} detail="second" />
      </div>
      {entry.action === 'update' && (
        <dl className={classes.changes}>
          {entry.changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{entity.fields[field]?.label ?? field}</dt>
              <dd>
                <del>{describe(entity, field, before)}</del>
                <ins>{describe(entity, field, after)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {onRestore && snapshot && !isNewest && (
        <Button kind="quiet" onClick={() => onRestore(snapshot)}>
          Restore version {entry.version}
        </Button>
      )}
    </li>
  );
}

/** The changes of a record, the newest first. */
export function HistoryList({
  entity,
  id,
  opened = true,
  onRestore,
}: Omit<Props, 'onClose' | 'opened'> & { opened?: boolean }) {
  const { timeZone } = useUser();
  const { data, error, refetch } = useHistory(entity, id, opened);
  // The current version. Events, which change no field, can be above it.
  const newest = data?.find(({ snapshot }) => snapshot !== null);
  if (error) return <ErrorState title={error.message} onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={5} columns={2} />;
  if (data.length === 0)
    return <EmptyState title="Nothing to show">This record has not changed since it was created.</EmptyState>;
  return (
    <ol className={classes.history}>
      {data.map((entry) => (
        <Entry
          key={entry.id}
          entity={entity}
          entry={entry}
          zone={timeZone}
          isNewest={entry === newest}
          onRestore={onRestore}
        />
      ))}
    </ol>
  );
}

/** A button that opens the history of a record. */
export function HistoryButton(props: Omit<Props, 'opened' | 'onClose'>) {
  return (
    <DrawerButton
      kind="quiet"
      icon={<IconHistory size={16} aria-hidden />}
      drawer={(state) => <HistoryDrawer {...props} {...state} />}
    >
      History
    </DrawerButton>
  );
}

export function HistoryDrawer({ entity, id, opened, onClose, onRestore }: Props) {
  return (
    <Drawer opened={opened} onClose={onClose} title="History">
      <HistoryList entity={entity} id={id} opened={opened} onRestore={onRestore} />
    </Drawer>
  );
}
