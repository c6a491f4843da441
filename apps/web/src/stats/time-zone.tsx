/** By whose days the question counts: the viewer's own zone unless another is chosen, which then stands in the link. */
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';
import { useUser } from '../api/session.ts';
import { TimeZoneInput } from '../ui/fields/time-zone-input.tsx';
import type { Search } from './question.ts';
import classes from './stats.module.css';

export function TimeZone({ question, change }: { question: StatsQuestion; change: (parts: Search) => void }) {
  const user = useUser();
  return (
    <div className={classes.zone}>
      <TimeZoneInput
        label="Time zone"
        hideLabel
        value={question.timeZone}
        first={[user.timeZone]}
        onChange={(zone) => change({ timeZone: zone === null || zone === user.timeZone ? undefined : zone })}
      />
    </div>
  );
}
