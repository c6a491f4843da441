/**
 * Shown when another person has saved the same record: the person decides each difference, and nothing is overwritten
 * unseen.
 */

import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/layout/modal.tsx';
import { describe } from './describe.ts';
import { sameValue } from './form-state.ts';
import { valuesOf } from './form-values.ts';
import classes from './records.module.css';
import type { RecordRow, RecordScreen, Values } from './screen.ts';

interface Props {
  screen: RecordScreen;
  /** The version that this person started from, and their changed values. */
  base: Values;
  mine: Values;
  theirs: RecordRow;
  saving: boolean;
  onSave: (values: Values) => void;
  onTakeTheirs: () => void;
  onCancel: () => void;
}

export function ConflictDialog({ screen, base, mine, theirs, saving, onSave, onTakeTheirs, onCancel }: Props) {
  const { entity } = screen;
  const other = valuesOf(entity, theirs);
  const differing = Object.keys(other).filter((name) => !sameValue(mine[name], other[name]));
  // By default, fields that only the other person changed keep their value, and fields that this person changed keep
  // this one's.
  const [kept, setKept] = useState<Record<string, 'mine' | 'theirs'>>(() =>
    Object.fromEntries(differing.map((name) => [name, sameValue(mine[name], base[name]) ? 'theirs' : 'mine'])),
  );
  const merged = () => ({
    ...mine,
    ...Object.fromEntries(differing.map((name) => [name, kept[name] === 'theirs' ? other[name] : mine[name]])),
  });
  return (
    <Modal opened onClose={onCancel} title="Someone else saved this record" size={720} centered>
      <p className={classes.description}>
        Version {theirs.version} was saved while you were editing. Choose which value to keep for each difference;
        nothing is lost until you save.
      </p>
      <div className={classes.scroll}>
        <table className={classes.diff} aria-label="Differences">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">Saved version</th>
              <th scope="col">Keep</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((name) => (
              <tr key={name}>
                <th scope="row">{entity.fields[name]?.label}</th>
                <td data-kept={kept[name] === 'mine' || undefined}>{describe(entity, name, mine[name])}</td>
                <td data-kept={kept[name] === 'theirs' || undefined}>
                  {describe(entity, name, other[name], theirs.labels[name])}
                </td>
                <td>
                  <SegmentedControl
                    aria-label={`Keep for ${entity.fields[name]?.label}`}
                    value={kept[name] ?? 'mine'}
                    onChange={(value) => setKept((now) => ({ ...now, [name]: value === 'theirs' ? 'theirs' : 'mine' }))}
                    data={[
                      { value: 'mine', label: 'Yours' },
                      { value: 'theirs', label: 'Theirs' },
                    ]}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes.dialogButtons}>
        <Button onClick={onTakeTheirs}>Discard my changes</Button>
        <Button kind="primary" loading={saving} onClick={() => onSave(merged())}>
          Save my choices
        </Button>
      </div>
    </Modal>
  );
}
