import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './section.module.css';

export interface SectionHeaderProps {
  title: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** A summary beside the title, useful when closed: "3 fields", "2 errors". */
  summary?: ReactNode;
  actions?: ReactNode;
  /** The id of the content. */
  controls: string;
}

/** A header that collapses or expands its content. */
export function SectionHeader({ title, open, onToggle, summary, actions, controls }: SectionHeaderProps) {
  return (
    <div className={classes.head}>
      <h2 className={classes.heading}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={controls}
          onClick={onToggle}
        >
          <IconChevronRight size={16} className={classes.chevron} aria-hidden />
          {title}
        </button>
      </h2>
      {summary !== undefined && <span className={classes.summary}>{summary}</span>}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

export interface SectionProps extends Omit<SectionHeaderProps, 'open' | 'onToggle' | 'controls'> {
  defaultOpen?: boolean | undefined;
  children: ReactNode;
}

/** A section header with its content, which stays mounted while it is closed, so that nothing typed is lost. */
export function Section({ defaultOpen = true, children, ...header }: SectionProps) {
  const id = useId();
  const [open, setOpen] = useState(defaultOpen);
  return (
    <section className={classes.section}>
      <SectionHeader {...header} open={open} onToggle={() => setOpen(!open)} controls={id} />
      <div className={classes.body} id={id} hidden={!open}>
        {children}
      </div>
    </section>
  );
}
