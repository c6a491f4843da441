import { TEXT } from '@signpost/contract/texts.ts';
import { IconDirectionSign } from '@tabler/icons-react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { useMobile } from '../../../ui/use-mobile.ts';

/** Shown for a path that no screen has. */
export default function NotFound() {
  const isMobile = useMobile();
  return (
    <>
      <PageHeader title={TEXT.pageUnknown} />
      <EmptyState
        icon={<IconDirectionSign size={32} stroke={1.5} aria-hidden />}
        title={TEXT.pageUnknown}
        action={
          <Button kind="primary" href="#/">
            {TEXT.home}
          </Button>
        }
      >
        The address may be outdated or mistyped.{' '}
        {isMobile ? 'Search for any screen you can open.' : 'Press Ctrl K to find any screen you can open.'}
      </EmptyState>
    </>
  );
}
