/** The settings that were changed around an incident, with Undo for the viewer's own. */

import { listOwnChanges } from '@signpost/contract/calls/undo.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { type IncidentStory, mayBeCause } from '@signpost/contract/insight/alerts/incidents.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { useCall } from '../../../api/calls.ts';
import { UndoButton } from '../../../api/undo-button.tsx';
import { changeText } from '../../../stats/changes.ts';
import { Time } from '../../../ui/values/values.tsx';
import classes from './alerts.module.css';

export type Changed = IncidentStory['details']['changes'][number];

/** The viewer's own changes can be taken back here; those of others are restored from the history of the record. */
function useOwnUndo(): (change: Changed) => string | null {
  const { data } = useCall(listOwnChanges, {}, { staleTime: 0 });
  return ({ at, entity, recordId }) =>
    data?.find(
      (own) =>
        own.at === at &&
        !own.isUndone &&
        own.refusal === null &&
        own.records.some((one) => one.entity === entity && one.id === recordId),
    )?.requestId ?? null;
}

export function Changes({ story, timeZone }: { story: IncidentStory; timeZone: string }) {
  const {
    details: { changes },
    startedAt,
  } = story;
  const [around = [], later = []] = [true, false].map((isAround) =>
    changes.filter((change) => mayBeCause(change, startedAt) === isAround),
  );
  const renderChanges = () => {
    if (around.length === 0) return <p className={classes.hint}>No settings were changed around the beginning.</p>;
    return <ChangeList title="Settings changed around the beginning" changes={around} timeZone={timeZone} />;
  };
  return (
    <>
      {renderChanges()}
      {later.length > 0 && <ChangeList title="Settings changed later" changes={later} timeZone={timeZone} />}
      {changes.length > 0 && (
        <p className={classes.hint}>
          You can undo your own changes here. Open a record and its history to restore what was there before.
        </p>
      )}
    </>
  );
}

function ChangeList({ title, changes, timeZone }: { title: string; changes: Changed[]; timeZone: string }) {
  const undoOf = useOwnUndo();
  return (
    <section>
      <h3>{title}</h3>
      <ul className={classes.lines}>
        {changes.map((change) => {
          const { edit, list } = entities[change.entity].routes;
          const route = ROUTES[edit ?? list];
          const requestId = undoOf(change);
          return (
            <li key={`${change.at} ${change.entity} ${change.recordId} ${change.action}`}>
              <Time value={change.at} zone={timeZone} /> ·{' '}
              <a href={hashHref(route.path.replace('$id', String(change.recordId)))}>{changeText(change)}</a>
              {requestId !== null && (
                <UndoButton kind="quiet" requestId={requestId}>
                  Undo
                </UndoButton>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
