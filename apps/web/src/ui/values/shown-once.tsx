import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { CopyButton } from './copy-button.tsx';
import classes from './shown-once.module.css';

interface Props {
  /** For screen readers: "New key". */
  label: string;
  value: string;
  copyLabel: string;
  onDone: () => void;
  /** Says what it is for. */
  children: ReactNode;
  /** Stands below the value. */
  example?: ReactNode;
}

/** A secret that is shown only once, right after it was made. */
export function ShownOnce({ label, value, copyLabel, onDone, children, example }: Props) {
  return (
    <div className={classes.once} role="status" aria-label={label}>
      <p>{children}</p>
      <div className={classes.value}>
        <code>{value}</code>
        <CopyButton value={value} label={copyLabel} />
      </div>
      {example}
      <div>
        <Button onClick={onDone}>I have copied it</Button>
      </div>
    </div>
  );
}
