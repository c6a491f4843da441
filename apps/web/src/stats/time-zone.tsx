/** By whose days the question counts: the viewer's own zone unless another is chosen, which then stands in the link. */
import type { StatsQuestion } from '@signpost/contract/stats/query.ts';
import { useUser } from '../api/session.ts';
import { Choice } from '../ui/fields/choice.tsx';
import type { Search } from './question.ts';
import classes from './stats.module.css';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

export function TimeZone({ question, change }: { question: StatsQuestion; change: (parts: Search) => void }) {
  const user = useUser();
  const first = [...new Set([user.timeZone, question.timeZone, ...ZONES])];
  return (
    <div className={classes.zone}>
      <Choice
        label="Time zone"
        hideLabel
        value={question.timeZone}
        options={first.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onChange={(zone) => change({ timeZone: zone === null || zone === user.timeZone ? undefined : zone })}
      />
    </div>
  );
}
