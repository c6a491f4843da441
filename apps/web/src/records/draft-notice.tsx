import { Button } from '../ui/button.tsx';
import classes from './records.module.css';

/** Offers what an earlier visit typed and did not save. */
export function DraftNotice({ onTake, onDiscard }: { onTake: () => void; onDiscard: () => void }) {
  return (
    <div className={classes.notice} role="status">
      <span>There is something here that you typed earlier and did not save.</span>
      <span className={classes.noticeActions}>
        <Button onClick={onTake}>Bring it back</Button>
        <Button kind="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </span>
    </div>
  );
}
