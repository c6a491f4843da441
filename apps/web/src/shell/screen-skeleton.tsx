import { FormSkeleton, TableSkeleton } from '../ui/feedback/states.tsx';
import { Progress } from './progress.tsx';

/** Stands in for a screen whose code is on its way. The header already shows its title. */
export function ScreenSkeleton({ isForm }: { isForm: boolean }) {
  return (
    <>
      <Progress />
      {isForm ? <FormSkeleton /> : <TableSkeleton />}
    </>
  );
}
