import type { SessionRow } from '@signpost/contract/people/profile.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../api/call-error.tsx';
import { fetchData, request } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { TableSkeleton } from '../../ui/feedback/states.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Badge, Time } from '../../ui/values/values.tsx';
import { deviceOf } from './device.ts';
import classes from './sessions.module.css';

interface Props {
  /** The sessions' path: `profile/sessions`, `users/7/sessions`. */
  at: string;
  zone: string;
  description: string;
}

/** The sessions of a person, each of which can be ended. */
export function Sessions({ at, zone, description }: Props) {
  const key = ['sessions', at];
  const sessions = useQuery({ queryKey: key, queryFn: ({ signal }) => fetchData<SessionRow[]>(at, signal) });
  const [ending, setEnding] = useState<SessionRow | null>(null);
  const end = useAction((one: SessionRow) => request<null>(`${at}/${one.id}`, { method: 'DELETE' }), {
    refresh: [key],
    said: () => TEXT.success,
    onDone: () => setEnding(null),
  });
  return (
    <Panel title="Sessions" description={description} flush>
      {sessions.isPending && <TableSkeleton rows={2} columns={3} />}
      {sessions.error !== null && <CallError error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <ul className={classes.sessions}>
        {sessions.data?.map((session) => {
          const device = deviceOf(session.userAgent);
          const Icon = device.mobile ? IconDeviceMobile : IconDeviceDesktop;
          return (
            <li key={session.id}>
              <Icon size={20} stroke={1.5} aria-hidden />
              <div className={classes.device}>
                <span>{device.label}</span>
                <span className={classes.muted}>
                  Signed in <Time value={session.createdAt} zone={zone} /> · seen{' '}
                  <Time value={session.lastUsedAt} zone={zone} ago />
                </span>
              </div>
              {session.current ? (
                <Badge tone="good">This browser</Badge>
              ) : (
                <Button onClick={() => setEnding(session)}>Sign out</Button>
              )}
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        opened={ending !== null}
        danger
        loading={end.isPending}
        onCancel={() => setEnding(null)}
        onConfirm={() => ending !== null && end.mutate(ending)}
      >
        {ending !== null && `${deviceOf(ending.userAgent).label} will be signed out at once.`}
      </ConfirmDialog>
    </Panel>
  );
}
