import { Loader } from '@mantine/core';
import { FIXED_TEXT } from '../fixed.ts';
import classes from './loading.module.css';

/** Covers its nearest positioned parent (or the screen) while something runs that must not be interrupted. */
export function LoaderOverlay({
  visible,
  message,
  screen = false,
}: {
  visible: boolean;
  message?: string;
  screen?: boolean;
}) {
  if (!visible) return null;
  return (
    <div className={classes.overlay} data-screen={screen || undefined} role="status" aria-live="polite">
      <Loader size={28} color="var(--sp-accent)" aria-hidden />
      <span className={message === undefined ? classes.hidden : classes.message}>{message ?? FIXED_TEXT.loading}</span>
    </div>
  );
}

/** A thin bar at the top of its parent. It takes no space, so nothing jumps. */
export function LoadingBar({ visible }: { visible: boolean }) {
  return (
    <div className={classes.track} data-visible={visible || undefined} role="status">
      {visible && <span className={classes.hidden}>{FIXED_TEXT.loadingSpaced}</span>}
      <span className={classes.bar} aria-hidden />
    </div>
  );
}
