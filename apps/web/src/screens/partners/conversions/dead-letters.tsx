/** Facts that the statistics engine refused: shows the problem, and lets staff correct and replay the fact. */

import { dropDeadLetter, replayDeadLetter } from '@signpost/contract/calls/conversions.ts';
import { deadLetter } from '@signpost/contract/entities/dead-letter.ts';
import { useState } from 'react';
import { send } from '../../../api/calls.ts';
import { errorsAt } from '../../../api/errors-at.ts';
import { useAction } from '../../../api/use-action.ts';
import classes from '../../../features/partners/conversions/conversions.module.css';
import { type RecordRow, recordScreen } from '../../../records/screen.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Badge } from '../../../ui/values/values.tsx';

const LINES = 16;

/** Indented if it is valid JSON. */
function laidOut(line: string): string {
  try {
    return JSON.stringify(JSON.parse(line), null, 2);
  } catch {
    // Invalid JSON is shown unchanged, because it has to be corrected.
    return line;
  }
}

function Letter({ row }: { row: RecordRow }) {
  const [line, setLine] = useState(() => laidOut(String(row.line)));
  const waiting = row.state === 'waiting';
  const state = deadLetter.fields.state.options.find(({ value }) => value === row.state);
  const { mutate: act, error } = useAction(
    (verb: 'replay' | 'drop') => {
      const params = { id: row.id };
      if (verb === 'replay') return send(replayDeadLetter, { params, body: { line } });
      return send(dropDeadLetter, { params });
    },
    {
      refresh: [['records', deadLetter.name]],
      said: (_, verb) => {
        if (verb === 'replay') return 'The fact is being sent. If it is refused again, it returns to this list.';
        return 'Dropped. The fact stays in this list, marked as dropped.';
      },
      onRefused: ({ errors }) => errors.length > 0,
    },
  );
  return (
    <div className={classes.stack}>
      <div className={classes.head}>
        <Badge tone={state?.tone ?? 'neutral'}>{state?.label ?? String(row.state)}</Badge>
        <span>Code {String(row.code)}</span>
      </div>
      <p className={classes.because}>{String(row.problem)}</p>
      <TextInput
        label="The fact"
        help="Correct the fact and replay it. It is sent once, in a chunk of its own."
        value={line}
        onChange={setLine}
        lines={LINES}
        mono
        disabled={!waiting}
        errors={errorsAt(error)}
      />
      {waiting && (
        <div className={classes.buttons}>
          <Button kind="primary" onClick={() => act('replay')}>
            Replay
          </Button>
          <Button onClick={() => act('drop')}>Drop</Button>
        </div>
      )}
    </div>
  );
}

export const deadLetterScreen = recordScreen({
  entity: deadLetter,
  columns: ['chunkId', 'source', 'state', 'problem', 'code', 'refusedAt', 'place', 'id'],
  hiddenColumns: ['place', 'id'],
  cardNumbers: ['state', 'refusedAt'],
  filters: ['state', 'source', 'refusedAt', 'code'],
  drawer: true,
  detail: (row) => <Letter row={row} />,
  purpose:
    'Facts that the statistics engine refuses are listed here, so that all others can be counted. There are none.',
  sections: [],
});
