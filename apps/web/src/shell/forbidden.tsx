import { IconLock } from '@tabler/icons-react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { PageHeader } from './page-header.tsx';

/** A screen that exists, but not for this person. */
export function Forbidden({ title, mayGoHome }: { title: string; mayGoHome: boolean }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={<IconLock size={28} stroke={1.5} aria-hidden />}
        title={`${title} is not open to you`}
        action={
          <>
            {mayGoHome && (
              <Button kind="primary" href="#/">
                Home
              </Button>
            )}
            <Button href="#/profile">What I may open</Button>
          </>
        }
      >
        Your grade and paths do not include this screen. An admin can change that under Users.
      </EmptyState>
    </>
  );
}
