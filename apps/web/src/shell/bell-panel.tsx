import { Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { listNotices, markNoticesRead } from '@signpost/contract/calls/notifications.ts';
import { IconBell, IconSettings } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { cloneElement, type ReactElement, type Ref, useLayoutEffect, useRef } from 'react';
import { CallError } from '../api/call-error.tsx';
import { callKey, send } from '../api/calls.ts';
import { useAction } from '../api/use-action.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { EmptyState, TableSkeleton } from '../ui/feedback/states.tsx';
import classes from './bell.module.css';
import { BellThread } from './bell-thread.tsx';

interface BellPanelProps {
  zone: string;
  target: ReactElement<{
    ref?: Ref<HTMLButtonElement>;
    onClick?: (() => void) | undefined;
    'aria-expanded'?: boolean;
  }>;
}

/** The pages of the list, the newest first. */
function useThreads() {
  return useInfiniteQuery({
    queryKey: [...callKey(listNotices), 'pages'],
    queryFn: ({ pageParam: before, signal }) =>
      send(listNotices, { query: before === null ? {} : { before } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ meta }) => meta.next,
  });
}

/** The list of notifications below the bell, grouped by thread. */
export default function BellPanel({ zone, target }: BellPanelProps) {
  const [isOpen, { toggle, open, close }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The button is a new element now. It needs the focus before the list opens, so that closing it leads back here.
    button.current?.focus();
    open();
  }, [open]);
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" width={400} trapFocus returnFocus>
      <Popover.Target>{cloneElement(target, { ref: button, onClick: toggle, 'aria-expanded': isOpen })}</Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label="Notifications">
        <Notices zone={zone} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Notices({ zone, onClose }: { zone: string; onClose: () => void }) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useThreads();
  const mark = useAction((body: { upTo: number; thread?: string }) => send(markNoticesRead, { body }), {
    refresh: [listNotices],
  });
  const threads = data?.pages.flatMap((page) => page.data) ?? [];
  const newest = threads[0]?.notices[0]?.id;
  const hasUnread = threads.some(({ unread }) => unread > 0);
  return (
    <>
      <div className={classes.head}>
        <h2>Notifications</h2>
        {newest !== undefined && hasUnread && (
          <Button kind="quiet" onClick={() => mark.mutate({ upTo: newest })} loading={mark.isPending}>
            Mark all as read
          </Button>
        )}
        <IconButton label="Notification settings" href="#/profile" onClick={onClose}>
          <IconSettings size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </div>
      {isPending && <TableSkeleton rows={4} columns={2} />}
      {error !== null && <CallError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && threads.length === 0 && (
        <EmptyState icon={<IconBell size={24} stroke={1.5} aria-hidden />} title="No notifications">
          Failed jobs, mentions and whatever else you chose in your profile appear here.
        </EmptyState>
      )}
      <ul className={classes.threads}>
        {threads.map((thread) => (
          <BellThread
            key={thread.key}
            thread={thread}
            zone={zone}
            onRead={(upTo) => mark.mutate({ upTo, thread: thread.key })}
            onClose={onClose}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div className={classes.more}>
          <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
            Show older
          </Button>
        </div>
      )}
    </>
  );
}
