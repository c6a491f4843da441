import { hashHref } from '@signpost/contract/routes/paths.ts';
import { IconLock } from '@tabler/icons-react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';

interface ForbiddenProps {
  title: string;
  /** The first screen that is open to this person. */
  start: { path: string; title: string };
}

/** Shown for a screen that this person cannot open. */
export function Forbidden({ title, start }: ForbiddenProps) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={<IconLock size={28} stroke={1.5} aria-hidden />}
        title={`You do not have access to ${title}`}
        action={
          <>
            {start.path !== '/profile' && (
              <Button kind="primary" href={hashHref(start.path)}>
                {start.title}
              </Button>
            )}
            <Button href="#/profile">Show my screens</Button>
          </>
        }
      >
        Your grade and included paths do not cover this screen. An admin can change that under Users.
      </EmptyState>
    </>
  );
}
