import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { visibleTabs } from '@signpost/contract/access/access.ts';
import type { Person } from '@signpost/contract/access/sign-in.ts';
import type { CallInput } from '@signpost/contract/calls/define-call.ts';
import { changeProfile, readProfile } from '@signpost/contract/calls/profile.ts';
import { isTabName } from '@signpost/contract/stats/tab-names.ts';
import { tabOf } from '@signpost/contract/stats/tabs/index.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keepAnswer, send } from '../../api/calls.ts';
import { getSession, keepSession } from '../../api/session.ts';
import { showSnackbar } from '../../ui/feedback/snackbar.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { TimeZoneInput } from '../../ui/fields/time-zone-input.tsx';
import classes from './profile.module.css';

/** Theme (stored in the browser), time zone and home tab (stored with the person). Changes are saved at once. */
export function Preferences({ profile }: { profile: Person }) {
  const client = useQueryClient();
  const scheme = useComputedColorScheme('dark');
  const { setColorScheme } = useMantineColorScheme();
  const save = useMutation({
    mutationFn: (change: CallInput<typeof changeProfile>['body']) => send(changeProfile, { body: change }),
    onMutate: ({ timeZone = profile.timeZone, homeTab = profile.homeTab }) => {
      keepAnswer(client, readProfile, {}, { ...profile, timeZone, homeTab });
      return { before: profile };
    },
    onSuccess: ({ message, data }) => {
      const session = getSession();
      if (session !== null) keepSession({ ...session, user: { ...session.user, ...data } });
      showSnackbar({ type: 'success', message });
    },
    onError: (error, _change, kept) => {
      if (kept) keepAnswer(client, readProfile, {}, kept.before);
      showSnackbar({ type: 'error', message: error.message });
    },
  });
  return (
    <div className={classes.fields}>
      <Choice
        label="Theme"
        value={scheme}
        options={[
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
        ]}
        onChange={(next) => setColorScheme(next === 'light' ? 'light' : 'dark')}
        help="Saved in this browser."
      />
      <TimeZoneInput
        label="Time zone"
        value={profile.timeZone}
        onChange={(timeZone) => timeZone !== null && save.mutate({ timeZone })}
        help="Days in all statistics begin and end in this time zone."
      />
      <Choice
        label="Home tab"
        value={profile.homeTab}
        options={visibleTabs(profile).map((tab) => ({ value: tab, label: tabOf(tab).title }))}
        onChange={(homeTab) => save.mutate({ homeTab: isTabName(homeTab) ? homeTab : null })}
        clearable
        placeholder="First available tab"
        help="The statistics tab that opens first."
      />
    </div>
  );
}
