/** The versions of a box, the differences between any two, and the rollback. */

import type { BoxCalls } from '@signpost/contract/calls/routing.ts';
import {
  type BoxVersion,
  VERSIONED,
  type VersionChange,
  type VersionPart,
} from '@signpost/contract/records/box-versions.ts';
import { useState } from 'react';
import { send, useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import type { RecordRow } from '../../../records/screen.ts';
import { Button } from '../../../ui/button.tsx';
import { TableSkeleton } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { FirstFew } from '../../../ui/layout/first-few.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { EMPTY, formatTime } from '../../../ui/values/format.ts';
import { numberOrNull } from '../../../ui/values/optional.ts';
import { Time } from '../../../ui/values/values.tsx';
import classes from './box.module.css';
import { type SmallRow, SmallTable } from './small-table.tsx';

const FEW = 8;
const COLUMNS = [{ head: 'Field' }, { head: 'Before' }, { head: 'After' }];
const VERBS = { create: 'created', update: 'changed', archive: 'archived', restore: 'restored', effect: 'reweighted' };
const APPEARED = { added: 'did not exist', removed: 'removed' };

/** `Rule Germans changed: Conditions`. */
function what({ of, name, action, fields, at }: BoxVersion): string {
  if (at === null) return 'Initial state';
  const subject = of === 'campaignBox' ? VERSIONED[of] : `${VERSIONED[of]} ${name}`;
  return `${subject} ${VERBS[action]}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`;
}

function rowOf({ label, before, after }: VersionChange): SmallRow {
  const was = before === null ? EMPTY : <del className={classes.gone}>{before}</del>;
  const is = after === null ? EMPTY : <ins className={classes.come}>{after}</ins>;
  return { key: label, cells: [label, was, is] };
}

function Difference({ parts }: { parts: readonly VersionPart[] }) {
  if (parts.length === 0) return <p className={classes.muted}>These two versions are the same.</p>;
  return parts.map(({ of, recordId, name, appeared, changes }) => (
    <section key={`${of} ${recordId}`}>
      <h3 className={classes.part}>
        {VERSIONED[of]} {name} {appeared !== null && <span className={classes.muted}>{APPEARED[appeared]}</span>}
      </h3>
      <SmallTable label={`Differences: ${VERSIONED[of]} ${name}`} columns={COLUMNS} rows={changes.map(rowOf)} />
    </section>
  ));
}

interface Props {
  /** The path of this kind of box below `/api/`. */
  calls: BoxCalls;
  box: RecordRow;
  mayEdit: boolean;
}

function Compare({ calls, box, versions, mayEdit }: Props & { versions: readonly BoxVersion[] }) {
  const { timeZone } = useUser();
  /** The versions that the person chose; without a choice, the two newest. */
  const [chosen, setChosen] = useState<{ from?: number | null; to?: number | null }>({});
  const before = chosen.from ?? versions[1]?.id ?? 0;
  const after = chosen.to ?? versions[0]?.id ?? 0;
  const params = { id: box.id };
  const difference = useCall(calls.compareVersions, { params, query: { from: before, to: after } });
  const back = useAction(
    (target: number) => send(calls.rollBack, { params, body: { to: target, version: box.version } }),
    {
      refresh: [['records']],
      said: () => 'Rolled back. The restored box was saved as a new version.',
      undo: 'change',
      onDone: () => setChosen({}),
    },
  );
  const options = versions.map((version) => ({
    value: String(version.id),
    label: `${version.at === null ? '' : `${formatTime(version.at, timeZone)} · `}${what(version)}`,
  }));
  return (
    <>
      <div className={classes.pair}>
        <Choice
          label="Compare"
          options={options}
          value={String(before)}
          onChange={(id) => setChosen({ ...chosen, from: numberOrNull(id) })}
        />
        <Choice
          label="With"
          options={options}
          value={String(after)}
          onChange={(id) => setChosen({ ...chosen, to: numberOrNull(id) })}
        />
        {mayEdit && before !== versions[0]?.id && (
          <Button loading={back.isPending} onClick={() => back.mutate(before)}>
            Roll back to the first
          </Button>
        )}
      </div>
      <Loaded of={difference} skeleton={<TableSkeleton rows={2} columns={3} />}>
        {(parts) => <Difference parts={parts} />}
      </Loaded>
      {mayEdit && (
        <p className={classes.muted}>
          Rolling back restores the box, its offers and its list of rules to that version. The rules themselves do not
          change, because other boxes use them too.
        </p>
      )}
    </>
  );
}

/** The newest versions, or all of them once they were asked for. */
function VersionList({ versions }: { versions: readonly BoxVersion[] }) {
  const { timeZone } = useUser();
  return (
    <FirstFew items={versions} first={FEW} more={() => `Show all ${versions.length}`}>
      {(shown) => (
        <ol className={classes.versions} aria-label="Versions of this box">
          {shown.map((version) => (
            <li key={version.id} className={classes.version}>
              <span className={classes.muted}>
                {version.at === null ? 'Before' : <Time value={version.at} zone={timeZone} />}
              </span>
              <span>{what(version)}</span>
              <span className={classes.muted}>{version.at === null ? '' : (version.by ?? 'Signpost')}</span>
              {version.because !== null && <span className={classes.because}>{version.because}</span>}
            </li>
          ))}
        </ol>
      )}
    </FirstFew>
  );
}

export function Versions({ calls, box, mayEdit }: Props) {
  const versions = useCall(calls.listVersions, { params: { id: box.id } });
  return (
    <Panel title="Versions" description="Every change to this box, its offers and its rules.">
      <Loaded of={versions} skeleton={<TableSkeleton rows={3} columns={3} />}>
        {(data) => (
          <>
            <VersionList versions={data} />
            {data.length > 1 && <Compare calls={calls} box={box} versions={data} mayEdit={mayEdit} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
