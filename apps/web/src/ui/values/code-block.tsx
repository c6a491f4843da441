import { Scroller } from '../scroller.tsx';
import classes from './code-block.module.css';

interface CodeBlockProps {
  /** What is in it. */
  label: string;
  /** What differs in its place: how high it grows, whether lines break. */
  className?: string | undefined;
  children: string;
}

/** Code, or lines as they came, in a box of its own scroll. */
export function CodeBlock({ label, className, children }: CodeBlockProps) {
  return (
    <Scroller label={label} className={[classes.block, className].filter(Boolean).join(' ')}>
      <pre>{children}</pre>
    </Scroller>
  );
}
