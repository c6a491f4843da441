import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { visibleTabs } from '@signpost/contract/access/access.ts';
import type { Person } from '@signpost/contract/access/sign-in.ts';
import { tabOf } from '@signpost/contract/stats/tabs/index.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
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
    mutationFn: (change: Partial<Pick<Person, 'timeZone' | 'homeTab'>>) =>
      request<Person>('profile', { method: 'PATCH', body: change }),
    onMutate: (change) => {
      client.setQueryData<Person>(['profile'], { ...profile, ...change });
      return { before: profile };
    },
    onSuccess: ({ message }, change) => {
      const session = getSession();
      if (session !== null) keepSession({ ...session, user: { ...session.user, ...change } });
      showSnackbar({ type: 'success', message });
    },
    onError: (error, _change, kept) => {
      client.setQueryData(['profile'], kept?.before);
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
        onChange={(homeTab) => save.mutate({ homeTab })}
        clearable
        placeholder="First available tab"
        help="The statistics tab that opens first."
      />
    </div>
  );
}
