import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { visibleTabs } from '@signpost/contract/access/access.ts';
import type { CallInput } from '@signpost/contract/calls/define-call.ts';
import { changeProfile, readProfile } from '@signpost/contract/calls/profile.ts';
import {
  isNumberFormat,
  isWeekStart,
  NUMBER_FORMATS,
  WEEK_STARTS,
  type WeekStart,
} from '@signpost/contract/dates/habits.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import { CURRENCIES } from '@signpost/contract/reading/iso-currencies.ts';
import { isTabName } from '@signpost/contract/routes/tab-names.ts';
import type { Person } from '@signpost/contract/workplace/people/sign-in.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keepAnswer, send } from '../../../api/calls.ts';
import { getSession, keepSession } from '../../../api/session.ts';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TimeZoneInput } from '../../../ui/fields/time-zone-input.tsx';
import classes from './profile.module.css';

const EXAMPLE = 1234.56;
const WEEK_DAYS: Readonly<Record<WeekStart, string>> = { monday: 'Monday', sunday: 'Sunday', saturday: 'Saturday' };

/** Theme (stored in the browser) and all else that is stored with the person. Changes are saved at once. */
export function Preferences({ profile }: { profile: Person }) {
  const client = useQueryClient();
  const scheme = useComputedColorScheme('dark');
  const { setColorScheme } = useMantineColorScheme();
  const save = useMutation({
    mutationFn: (change: CallInput<typeof changeProfile>['body']) => send(changeProfile, { body: change }),
    onMutate: (change) => {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      keepAnswer(client, readProfile, {}, { ...profile, ...given });
      return { before: profile };
    },
    onSuccess: ({ message, data }) => {
      const session = getSession();
      if (session !== null) keepSession({ ...session, user: { ...session.user, ...data } });
      // Answers to questions about weeks and in another currency differ now.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== readProfile.name });
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
      <Choice
        label="Number format"
        value={profile.numberFormat}
        options={keysOf(NUMBER_FORMATS).map((format) => ({ value: format, label: NUMBER_FORMATS[format].example }))}
        onChange={(numberFormat) => save.mutate({ numberFormat: isNumberFormat(numberFormat) ? numberFormat : null })}
        clearable
        placeholder={`As in this browser (${new Intl.NumberFormat(undefined, { minimumFractionDigits: 2 }).format(EXAMPLE)})`}
        help="For all numbers and amounts on screens. Files keep their format for programs."
      />
      <Choice
        label="Show amounts in"
        value={profile.displayCurrency}
        options={CURRENCIES.map((code) => ({ value: code, label: code }))}
        onChange={(displayCurrency) => save.mutate({ displayCurrency })}
        clearable
        placeholder={`The base currency (${baseCurrency()})`}
        help="For the statistics, at the rate of each day. Documents and the ledger stay in their currency."
      />
      <Choice
        label="Weeks begin on"
        value={profile.weekStart}
        options={WEEK_STARTS.map((day) => ({ value: day, label: WEEK_DAYS[day] }))}
        onChange={(weekStart) => isWeekStart(weekStart) && save.mutate({ weekStart })}
        help="For calendars, “This Week” and “Last Week”, and weeks in charts and tables."
      />
    </div>
  );
}
