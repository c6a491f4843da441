/** Open amounts by age. Each cell filters the list. */

import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { SIDES, type Side } from '@signpost/contract/money/document.ts';
import { AGE_LABELS, SIDE_LABELS } from '@signpost/contract/money/labels.ts';
import { AGES, type Age } from '@signpost/contract/money/state.ts';
import { Scroller } from '../../../ui/scroller.tsx';
import { EMPTY } from '../../../ui/values/format.ts';
import { counted } from '../../../ui/values/plural.ts';
import { Money } from '../../../ui/values/values.tsx';
import classes from './documents.module.css';

interface AgeSum {
  side: Side;
  age: Age;
  open: string;
  count: number;
}

interface Props {
  ages: readonly AgeSum[];
  side: Side | undefined;
  age: string | undefined;
  onChoose: (side: Side | undefined, age: Age | undefined) => void;
}

const countText = (count: number): string => counted(count, 'invoice');

export function Ages({ ages, side, age, onChoose }: Props) {
  const shown = SIDES.filter((one) => ages.some((sum) => sum.side === one));
  if (shown.length === 0) return null;
  return (
    <Scroller className={classes.agesBox} label="Open amounts by age">
      <table className={classes.ages} aria-label="Open amounts by age">
        <thead>
          <tr>
            <th scope="col">Open, {baseCurrency()}</th>
            {AGES.map((one) => (
              <th key={one} scope="col">
                {AGE_LABELS[one]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row}>
              <th scope="row">{SIDE_LABELS[row]}</th>
              {AGES.map((one) => {
                const sum = ages.find((cell) => cell.side === row && cell.age === one);
                const isChosen = side === row && age === one;
                const renderSum = () => {
                  if (sum === undefined) return <span className={classes.muted}>{EMPTY}</span>;
                  return (
                    <button
                      type="button"
                      aria-pressed={isChosen}
                      title={`${SIDE_LABELS[row]}, ${AGE_LABELS[one]}: ${countText(sum.count)}`}
                      onClick={() => {
                        if (isChosen) onChoose(undefined, undefined);
                        else onChoose(row, one);
                      }}
                    >
                      <Money value={sum.open} currency={baseCurrency()} /> <small>{countText(sum.count)}</small>
                    </button>
                  );
                };
                return <td key={one}>{renderSum()}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
