import classes from './values.module.css';

const WIDTH = 64;
const HEIGHT = 18;
const GAP = 2;
/** A value that is not zero is never invisible. */
const SMALLEST = 1.5;

/** A few values as bars, the oldest first, for a cell of a table. Negative values hang below the line. */
export function Trend({ label, values }: { label: string; values: readonly number[] }) {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const span = highest - lowest;
  if (span === 0) return <span className={classes.flat}>–</span>;
  const step = WIDTH / values.length;
  const zero = (highest / span) * HEIGHT;
  return (
    <svg
      className={classes.trend}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`${label}: ${values.map((it) => it.toFixed(2)).join(', ')}`}
    >
      {values.map((value, at) => {
        const height = value === 0 ? 0 : Math.max(SMALLEST, (Math.abs(value) / span) * HEIGHT);
        const x = at * step;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={at}
            className={value < 0 ? classes.lossBar : classes.gainBar}
            x={x}
            y={value < 0 ? Math.min(zero, HEIGHT - height) : Math.max(0, zero - height)}
            width={step - GAP}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
