import classes from './conversions.module.css';

interface Props {
  /** The screen's own address. */
  base: string;
  /** What stands as `view` in the address; the first view has none. */
  view: unknown;
  views: readonly { view: string | undefined; title: string }[];
}

/** The views of one screen, as links. */
export function ViewTabs({ base, view, views }: Props) {
  return (
    <nav className={classes.tabs} aria-label="Views">
      {views.map((one) => (
        <a
          key={one.title}
          href={one.view === undefined ? base : `${base}?view=${one.view}`}
          {...(one.view === view ? { 'aria-current': 'page' as const } : {})}
        >
          {one.title}
        </a>
      ))}
    </nav>
  );
}
