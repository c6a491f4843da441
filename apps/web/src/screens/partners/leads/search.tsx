/** `/lead-search`: leads by person, click, status, partner and day, and the leads that were refused. */

import { seesOwnPublisherOnly } from '@signpost/contract/access/access.ts';
import { searchLeadPerson } from '@signpost/contract/calls/leads.ts';
import { countryCodeHint, PERSON_GRADES } from '@signpost/contract/partners/leads/lead.ts';
import { REFUSED_LEADS_VIEW } from '@signpost/contract/partners/leads/refusal.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { useState } from 'react';
import { useGo } from '../../../address/use-go.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { viewHref } from '../../../address/view-href.ts';
import { send } from '../../../api/calls.ts';
import { reasonOf } from '../../../api/errors-at.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { leadScreen } from '../../../features/partners/leads/lead-screen.tsx';
import classes from '../../../features/partners/leads/leads.module.css';
import { RecordListPage } from '../../../records/list-page.tsx';
import { Button } from '../../../ui/button.tsx';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Form } from '../../../ui/form.tsx';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import { RefusedLeads } from './refused.tsx';

/** Persons are stored encrypted, so only a complete address or number finds them. */
function PersonSearch() {
  const go = useGo();
  const [text, setText] = useState('');
  const find = useAction(() => send(searchLeadPerson, { body: { text } }), {
    refresh: [],
    onDone: (ids) => {
      const [first, ...others] = ids;
      if (first === undefined)
        showSnackbar({ message: `No lead has this e-mail address or phone number. ${countryCodeHint(text)}`.trim() });
      // The only lead opens at once.
      else void go({ search: others.length === 0 ? { ids, open: first } : { ids } });
    },
    onRefused: () => true,
  });
  const found = find.data?.data.length ?? 0;
  return (
    <Form className={classes.person} onSubmit={() => find.mutate(undefined)}>
      <TextInput
        label="E-mail or phone"
        hideLabel
        placeholder="E-mail, or phone with +49 …"
        value={text}
        onChange={setText}
        errors={reasonOf(find.error)}
      />
      <Button type="submit" disabled={text.trim().length < 3}>
        Find person
      </Button>
      {found > 0 && (
        <Button
          kind="quiet"
          onClick={() => {
            setText('');
            find.reset();
            void go({});
          }}
        >
          Show all leads
        </Button>
      )}
    </Form>
  );
}

const VIEWS = [
  { view: undefined, title: 'Leads' },
  { view: REFUSED_LEADS_VIEW, title: 'Refused' },
] as const;

export default function LeadSearchPage() {
  const user = useUser();
  const { view } = useScreenSearch('leadSearch');
  const seesRefused = !seesOwnPublisherOnly(user);
  const base = hashHref(ROUTES.leadSearch.path);
  const tabs = VIEWS.map((one) => ({
    label: one.title,
    href: viewHref(base, one.view),
    current: one.view === view,
  }));
  const isRefused = seesRefused && view === REFUSED_LEADS_VIEW;
  return (
    <>
      {seesRefused && <LinkTabs label="Views" tabs={tabs} />}
      {isRefused && <RefusedLeads />}
      {!isRefused && PERSON_GRADES.includes(user.grade) && <PersonSearch />}
      {!isRefused && <RecordListPage screen={leadScreen} />}
    </>
  );
}
