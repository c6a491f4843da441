/** About what, where and when the viewer is told. */
import { readNotificationSettings } from '@signpost/contract/calls/notifications.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { NotificationChannels } from './notification-channels.tsx';
import { NotificationTopics } from './notification-topics.tsx';
import { QuietHours } from './quiet-hours.tsx';

export function Notifications({ zone }: { zone: string }) {
  const { data, error, isPending, refetch } = useCall(readNotificationSettings, {});
  return (
    <Panel
      title="Notifications"
      description="About what you are told, where and when. Choices are saved at once."
      flush
    >
      {isPending && <FormSkeleton fields={4} />}
      {error !== null && <CallError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <NotificationTopics settings={data} />
          <NotificationChannels settings={data} zone={zone} />
          <QuietHours key={JSON.stringify(data.quietHours)} saved={data.quietHours} zone={zone} />
        </>
      )}
    </Panel>
  );
}
