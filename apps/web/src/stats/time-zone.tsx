/** The time zone of the question: the viewer's own, unless another is chosen, which is then part of the link. */
import { useUser } from '../api/session.ts';
import { TimeZoneInput } from '../ui/fields/time-zone-input.tsx';
import classes from './stats.module.css';
import { useExplorer } from './use-explorer.ts';

export function TimeZone() {
  const { question, change } = useExplorer();
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
