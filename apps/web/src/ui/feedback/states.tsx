import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../button.tsx';
import { FIXED_TEXT } from '../fixed.ts';
import { CopyButton } from '../values/copy-button.tsx';
import classes from './states.module.css';

export interface EmptyStateProps {
  icon?: ReactNode;
  /** For lists: 'Nothing to show'. */
  title: string;
  /** The purpose of the list or screen that is empty. */
  children?: ReactNode;
  /** The first step. */
  action?: ReactNode;
}

/** An empty state: what belongs here, and the first step. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      {icon !== undefined && <div className={classes.icon}>{icon}</div>}
      <p className={classes.title}>{title}</p>
      {children !== undefined && <div className={classes.text}>{children}</div>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  /** A short statement of the problem. */
  title: string;
  /** The input that was kept, and advice on what to do. */
  children?: ReactNode;
  /** The id that finds the error in the log. */
  id?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/** An error state: what happened, what to do, and the id that finds it in the log. */
export function ErrorState({ title, children, id, onRetry }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <div className={classes.bad}>
        <IconAlertTriangle size={24} stroke={1.5} aria-hidden />
      </div>
      <p className={classes.title}>{title}</p>
      {children !== undefined && <div className={classes.text}>{children}</div>}
      {id !== undefined && (
        <p className={classes.id}>
          Error id <code>{id}</code> <CopyButton value={id} label="Copy error id" />
        </p>
      )}
      {onRetry !== undefined && (
        <div className={classes.action}>
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  );
}

const SKELETON_AFTER_MS = 200;

/** Shows its content after 200 ms, so that fast answers never flash a skeleton. */
export function Delayed({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes.delayed} data-due={due || undefined} role="status" aria-label={FIXED_TEXT.loading}>
      {children}
    </div>
  );
}

const widths = [62, 84, 48, 71, 55, 90, 66, 40];

function Line({ at }: { at: number }) {
  return <span className={classes.bar} style={{ width: `${widths[at % widths.length] ?? 60}%` }} />;
}

/** A table's placeholder, with the same row height and the given columns. */
export function TableSkeleton({ rows = 10, columns = 6 }: { rows?: number; columns?: number }) {
  return (
    <Delayed>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className={classes.row} style={{ gridTemplateColumns: `2fr repeat(${columns - 1}, 1fr)` }}>
          {Array.from({ length: columns }, (_, column) => column).map((column) => (
            <Line key={column} at={row * 3 + column} />
          ))}
        </div>
      ))}
    </Delayed>
  );
}

/** A form's placeholder: labels above 32 px fields. */
export function FormSkeleton({ fields = 6 }: { fields?: number }) {
  return (
    <Delayed>
      {Array.from({ length: fields }, (_, field) => field).map((field) => (
        <div key={field} className={classes.field}>
          <span className={classes.label} />
          <span className={classes.input} />
        </div>
      ))}
    </Delayed>
  );
}
