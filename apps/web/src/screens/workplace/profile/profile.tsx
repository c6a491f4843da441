import { readProfile } from '@signpost/contract/calls/profile.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { ApiKeys } from '../../../features/workplace/people/api-keys.tsx';
import { Sessions } from '../../../features/workplace/people/sessions.tsx';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { About } from './about.tsx';
import { Access } from './access.tsx';
import { MailTopics } from './mail-topics.tsx';
import { Notifications } from './notifications.tsx';
import { OwnChanges } from './own-changes.tsx';
import { Preferences } from './preferences.tsx';
import classes from './profile.module.css';

/** The viewer's profile: grade and paths, preferences, sessions. */
export default function ProfilePage() {
  const profile = useCall(readProfile, {});
  return (
    <div className={classes.profile}>
      {profile.isPending && <FormSkeleton fields={5} />}
      {profile.error !== null && <CallError error={profile.error} onRetry={() => void profile.refetch()} />}
      {profile.data !== undefined && (
        <>
          <Access profile={profile.data} />
          <Panel title="Preferences">
            <Preferences profile={profile.data} />
          </Panel>
          <Notifications zone={profile.data.timeZone} />
          <MailTopics email={profile.data.email} />
          <ApiKeys personId={null} zone={profile.data.timeZone} />
          <OwnChanges zone={profile.data.timeZone} />
          <Sessions personId={null} zone={profile.data.timeZone} description="Devices where you are signed in." />
          <About />
        </>
      )}
    </div>
  );
}
