/** A hint on the rows that the costs tab shows at other levels than the one it opens with. */
import type { DimensionKey } from '@signpost/contract/insight/stats/dimensions.ts';
import { groupingOf } from '@signpost/contract/insight/stats/levels.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { Button } from '../ui/button.tsx';
import classes from './stats.module.css';

interface Props {
  question: StatsQuestion;
  onLevel: (level: DimensionKey) => void;
}

/** Leads to the levels with tags, and names the category that this tab calls otherwise. */
export function CostsHint({ question, onLevel }: Props) {
  if (tabOf(question.tab).rows !== 'withTagged') return null;
  const { groupBy } = groupingOf(question.levels);
  if (groupBy === 'category' || groupBy === 'tag')
    return <p className={classes.levelHint}>This tab shows the category Regulated Crypto as “Crypto Affiliation”.</p>;
  if (groupBy === 'partner')
    return <p className={classes.levelHint}>Partners that have tags but no costs stand below all others.</p>;
  return (
    <p className={classes.levelHint}>
      Tags of partners, and partners and tags without costs, are shown
      <Button kind="quiet" onClick={() => onLevel('partner')}>
        By partner
      </Button>
      <Button kind="quiet" onClick={() => onLevel('tag')}>
        By tag
      </Button>
    </p>
  );
}
