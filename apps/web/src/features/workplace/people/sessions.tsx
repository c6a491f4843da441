import { endOwnSession, endSession, listOwnSessions, listSessions } from '@signpost/contract/calls/profile.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import type { SessionRow } from '@signpost/contract/workplace/people/profile.ts';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { CallError } from '../../../api/call-error.tsx';
import { send, useCall } from '../../../api/calls.ts';
import { ConfirmCallButton } from '../../../api/confirm-call.tsx';
import { TableSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Badge, Time } from '../../../ui/values/values.tsx';
import { deviceOf } from './device.ts';
import classes from './sessions.module.css';

interface Props {
  /** The person whose sessions are shown; null for the viewer's own. */
  personId: number | null;
  zone: string;
  description: string;
}

function useSessions(personId: number | null) {
  const isOwn = personId === null;
  const own = useCall(listOwnSessions, {}, { enabled: isOwn });
  const others = useCall(listSessions, { params: { user: personId ?? 0 } }, { enabled: !isOwn });
  if (isOwn) return own;
  return others;
}

/** The sessions of a person, each of which can be ended. */
export function Sessions({ personId, zone, description }: Props) {
  const sessions = useSessions(personId);
  const end = (id: SessionRow['id']) => {
    if (personId === null) return send(endOwnSession, { params: { id } });
    return send(endSession, { params: { user: personId, id } });
  };
  return (
    <Panel title="Sessions" description={description} flush>
      {sessions.isPending && <TableSkeleton rows={2} columns={3} />}
      {sessions.error !== null && <CallError error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.data?.length === 0 && <p className={classes.none}>Not signed in anywhere.</p>}
      <ul className={classes.sessions}>
        {sessions.data?.map((session) => {
          const device = deviceOf(session.userAgent);
          const Icon = device.mobile ? IconDeviceMobile : IconDeviceDesktop;
          const renderSignOut = () => {
            if (session.current) return <Badge tone="good">This browser</Badge>;
            return (
              <ConfirmCallButton
                label="Sign out"
                danger
                run={() => end(session.id)}
                refresh={[listOwnSessions, listSessions]}
                said={() => TEXT.success}
              >
                {device.label} will be signed out at once.
              </ConfirmCallButton>
            );
          };
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
              {renderSignOut()}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
