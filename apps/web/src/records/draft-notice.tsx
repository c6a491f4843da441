import { Button } from '../ui/button.tsx';
import classes from './records.module.css';

/** Offers unsaved input of an earlier visit. */
export function DraftNotice({
  isOlder,
  onTake,
  onDiscard,
}: {
  /** Whether somebody has saved the record since. */
  isOlder: boolean;
  onTake: () => void;
  onDiscard: () => void;
}) {
  return (
    <div className={classes.notice} role="status">
      <span>
        There is something here that you typed earlier and did not save.
        {isOlder && ' Somebody saved this meanwhile: you will see the difference before anything is overwritten.'}
      </span>
      <span className={classes.noticeActions}>
        <Button onClick={onTake}>Bring it back</Button>
        <Button kind="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </span>
    </div>
  );
}
