import { useState } from 'react';
import { Button } from '../button.tsx';

interface Buttons {
  /** The rows that are shown, newest first. */
  rows: readonly { id: number }[];
  latest: string;
  earlier: string;
  className: string | undefined;
}

/** Leads through a list that is read from its newest row. `before` goes into the question. */
export function useEarlier(pageSize: number) {
  const [before, setBefore] = useState<number | undefined>();
  const toLatest = () => setBefore(undefined);
  return {
    before,
    toLatest,
    renderButtons({ rows, latest, earlier, className }: Buttons) {
      const hasEarlier = rows.length === pageSize;
      if (!hasEarlier && before === undefined) return null;
      return (
        <div className={className}>
          {before !== undefined && <Button onClick={toLatest}>{latest}</Button>}
          {hasEarlier && <Button onClick={() => setBefore(rows.at(-1)?.id)}>{earlier}</Button>}
        </div>
      );
    },
  };
}
