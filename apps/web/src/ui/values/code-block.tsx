import { Scroller } from '../scroller.tsx';
import classes from './code-block.module.css';

interface CodeBlockProps {
  /** Describes the content for screen readers. */
  label: string;
  /** Variations: maximum height, line wrapping. */
  className?: string | undefined;
  children: string;
}

/** Code or raw lines in a scrollable box. */
export function CodeBlock({ label, className, children }: CodeBlockProps) {
  return (
    <Scroller label={label} className={[classes.block, className].filter(Boolean).join(' ')}>
      <pre>{children}</pre>
    </Scroller>
  );
}
