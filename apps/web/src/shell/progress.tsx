import { useRouterState } from '@tanstack/react-router';
import { LoadingBar } from '../ui/feedback/loading.tsx';
import classes from './progress.module.css';

/**
 * The line below the header while something large is loading. It appears after 200 ms, so fast screens never show it.
 */
export function Progress() {
  return (
    <div className={classes.line}>
      <LoadingBar visible />
    </div>
  );
}

/** The line while another screen is being fetched and the old one is still shown. */
export function NavigationProgress() {
  if (useRouterState({ select: ({ isLoading }) => isLoading })) return <Progress />;
  return null;
}
