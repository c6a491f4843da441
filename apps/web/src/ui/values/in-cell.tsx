import classes from './in-cell.module.css';

export interface SparklineProps {
  /** The accessible description of the line: "Visits, last 14 days". */
  label: string;
  points: readonly (number | null)[];
  width?: number | undefined;
  height?: number | undefined;
}

/** The path of a series inside a box; gaps where there is no value. Pure, for the tests. */
export function sparklinePath(points: readonly (number | null)[], width: number, height: number): string {
  const known = points.filter((point) => point !== null);
  if (known.length === 0) return '';
  const low = Math.min(...known);
  const spread = Math.max(...known) - low;
  const step = points.length > 1 ? width / (points.length - 1) : 0;
  let pen = 'M';
  let path = '';
  for (const [at, point] of points.entries()) {
    if (point === null) {
      pen = 'M';
      continue;
    }
    const y = spread === 0 ? height / 2 : height - ((point - low) / spread) * height;
    path += `${pen}${(at * step).toFixed(1)} ${y.toFixed(1)}`;
    pen = 'L';
  }
  return path;
}

/** A small line inside a cell: the shape of a series without an axis. */
export function Sparkline({ label, points, width = 80, height = 18 }: SparklineProps) {
  return (
    <svg
      className={classes.spark}
      width={width}
      height={height + 4}
      viewBox={`-2 -2 ${width + 4} ${height + 4}`}
      role="img"
      aria-label={label}
    >
      <path d={sparklinePath(points, width, height)} />
    </svg>
  );
}

export interface BarProps {
  /** Between 0 and 1: how much of the cell is filled. */
  share: number;
  /** The number shown on it. */
  children: string;
}

/** A bar behind a cell's number. */
export function Bar({ share, children }: BarProps) {
  const width = `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%`;
  return (
    <span className={classes.bar}>
      <span className={classes.fill} style={{ width }} aria-hidden />
      <span className={classes.value}>{children}</span>
    </span>
  );
}
