import { Button } from '../ui/button.tsx';
import classes from './records.module.css';

/** Offers unsaved input of an earlier visit. */
export function DraftNotice({
  isOlder,
  onTake,
  onDiscard,
}: {
  /** Whether another person has saved the record since. */
  isOlder: boolean;
  onTake: () => void;
  onDiscard: () => void;
}) {
  return (
    <div className={classes.notice} role="status">
      <span>
        You have an unsaved draft from earlier.
        {isOlder &&
          ' Someone else has saved this record since: you will see the differences before anything is overwritten.'}
      </span>
      <span className={classes.noticeActions}>
        <Button onClick={onTake}>Restore draft</Button>
        <Button kind="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </span>
    </div>
  );
}
