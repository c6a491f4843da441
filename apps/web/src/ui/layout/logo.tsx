import classes from './logo.module.css';

/** The logo: a post with two boards that point both ways. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg className={classes.logo} width={size} height={size} viewBox="0 0 32 32" role="img" aria-label="Signpost">
      <rect className={classes.post} x="14" y="3" width="4" height="26" rx="1.5" />
      <path className={classes.there} d="M6 6h16l5 4.5-5 4.5H6z" />
      <path className={classes.back} d="M26 17H12l-5 4.5 5 4.5h14z" />
    </svg>
  );
}
