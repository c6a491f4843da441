import classes from './values.module.css';

const CELL = { width: 64, height: 18 };
const GAP = 2;
/** A value that is not zero is never invisible. */
const SMALLEST = 1.5;

interface Props {
  label: string;
  values: readonly number[];
  /** In pixels; the default fits a cell of a table. */
  size?: { width: number; height: number };
}

/** A few values as bars, the oldest first. Negative values hang below the line. */
export function Trend({ label, values, size: { width, height } = CELL }: Props) {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const span = highest - lowest;
  if (span === 0) return <span className={classes.flat}>–</span>;
  const step = width / values.length;
  const zero = (highest / span) * height;
  return (
    <svg
      className={classes.trend}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      width={width}
      height={height}
      role="img"
      aria-label={`${label}: ${values.map((it) => it.toFixed(2)).join(', ')}`}
    >
      {values.map((value, at) => {
        const bar = value === 0 ? 0 : Math.max(SMALLEST, (Math.abs(value) / span) * height);
        const x = at * step;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={at}
            className={value < 0 ? classes.lossBar : classes.gainBar}
            x={x}
            y={value < 0 ? Math.min(zero, height - bar) : Math.max(0, zero - bar)}
            width={step - GAP}
            height={bar}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
