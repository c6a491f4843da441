/** The cells that both sides changed since the last sync: both texts side by side, and a choice for each. */

import { inSentence } from '@signpost/contract/define/words.ts';
import { SHEET_COLUMNS } from '@signpost/contract/sheets/columns.ts';
import type { SyncConflict } from '@signpost/contract/sheets/google/sync.ts';
import type { SheetKind, SheetRow } from '@signpost/contract/sheets/sheet.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { plural } from '../../../ui/values/plural.ts';
import classes from './google-panel.module.css';
import type { ConflictChoice, Google } from './use-google.ts';

interface Props {
  kind: SheetKind;
  rows: readonly SheetRow[];
  google: Google;
  canDecide: boolean;
}

const SHOWN = 50;
const idOf = ({ key, column }: Pick<SyncConflict, 'key' | 'column'>) => `${key} ${column}`;
const isOpenTo = (conflict: SyncConflict, take: 'ours' | 'theirs') => take === 'theirs' || conflict.isFormula !== true;

function placeOf(kind: SheetKind, rows: readonly SheetRow[], { key, column }: SyncConflict): string {
  const at = rows.findIndex((row) => row.key === key);
  const row = at < 0 ? 'Removed row' : `Row ${at + 1}`;
  const label = SHEET_COLUMNS[kind].find(({ name }) => name === column)?.label;
  if (label === undefined) return `${row}, whole row`;
  return `${row}, ${inSentence(label)}`;
}

function inWords(text: string | null): string {
  if (text === null) return 'Row removed';
  if (text === '') return 'Empty';
  return text;
}

interface SideProps {
  conflict: SyncConflict;
  take: 'ours' | 'theirs';
  chosen: boolean;
  place: string;
  onChoose: () => void;
}

function Side({ conflict, take, chosen, place, onChoose }: SideProps) {
  const text = inWords(take === 'ours' ? conflict.ours : conflict.theirs);
  return (
    <label className={classes.side}>
      <input
        type="radio"
        name={idOf(conflict)}
        checked={chosen}
        disabled={!isOpenTo(conflict, take)}
        onChange={onChoose}
        aria-label={`${place}: ${take === 'ours' ? 'Signpost' : 'Google'}, ${text}`}
      />
      <span>
        {text}
        {take === 'theirs' && conflict.isFormula === true && <em> – a formula, which is never overwritten</em>}
        {take === 'theirs' && conflict.more !== undefined && conflict.more !== '' && <em> – with {conflict.more}</em>}
      </span>
    </label>
  );
}

export function GoogleConflicts({ kind, rows, google, canDecide }: Props) {
  const conflicts = google.link?.conflicts ?? [];
  const [chosen, setChosen] = useState<ReadonlyMap<string, 'ours' | 'theirs'>>(new Map());
  if (conflicts.length === 0) return null;
  const choices = conflicts.flatMap(({ key, column, theirs }): ConflictChoice[] => {
    const take = chosen.get(idOf({ key, column }));
    if (take === undefined) return [];
    return [{ key, column, take, theirs }];
  });
  const chooseAll = (take: 'ours' | 'theirs') =>
    setChosen(new Map(conflicts.map((one) => [idOf(one), isOpenTo(one, take) ? take : 'theirs'])));
  const renderDecision = () => {
    if (canDecide)
      return (
        <div className={classes.buttons}>
          <Button onClick={() => chooseAll('ours')}>Choose Signpost for all</Button>
          <Button onClick={() => chooseAll('theirs')}>Choose Google for all</Button>
          <Button
            kind="primary"
            disabled={choices.length === 0 || google.isBusy}
            loading={google.isBusy}
            onClick={() => {
              google.decide(choices);
              setChosen(new Map());
            }}
          >
            {`Apply ${choices.length} ${plural(choices.length, 'choice')} and sync`}
          </Button>
        </div>
      );
    return <p>They can be decided when the rows of this sheet can be changed again.</p>;
  };
  return (
    <section className={classes.conflicts} aria-label="Conflicts with Google">
      <p>
        {conflicts.length === 1 ? 'One change was made' : `${conflicts.length} changes were made`} on both sides since
        the last sync. Neither text was overwritten. Choose which one stays.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">Signpost</th>
            <th scope="col">Google</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.slice(0, SHOWN).map((conflict) => {
            const id = idOf(conflict);
            const place = placeOf(kind, rows, conflict);
            return (
              <tr key={id}>
                <th scope="row">{place}</th>
                {(['ours', 'theirs'] as const).map((take) => (
                  <td key={take}>
                    <Side
                      conflict={conflict}
                      take={take}
                      place={place}
                      chosen={chosen.get(id) === take}
                      onChoose={() => setChosen(new Map(chosen).set(id, take))}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {conflicts.length > SHOWN && (
        <p>
          {conflicts.length - SHOWN} more follow when these are decided. “For all” decides them as well, without showing
          them.
        </p>
      )}
      {renderDecision()}
    </section>
  );
}
