/** `/email-publisher`: the e-mails, one of them, a new one, suppressed addresses and bounces. */

import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { viewHref } from '../../../address/view-href.ts';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import { Bounces } from './bounces.tsx';
import classes from './email-publisher.module.css';
import { MailList } from './mail-list.tsx';
import { Notices } from './notices.tsx';
import { NewMail, OneMail } from './one-mail.tsx';
import { Suppressed } from './suppressed.tsx';

const VIEWS = [
  { view: undefined, title: 'E-mails' },
  { view: 'suppressed', title: 'Suppressed' },
  { view: 'bounces', title: 'Bounces' },
] as const;

function View({ name }: { name: string | undefined }) {
  if (name === 'suppressed') return <Suppressed />;
  if (name === 'bounces') return <Bounces />;
  return <MailList />;
}

export default function EmailPublisherPage() {
  // Links to records, such as those of the search, name it `open`.
  const { open, mail = open, view, from } = useScreenSearch('emailPublisher');
  if (mail !== undefined) return <OneMail key={mail} id={mail} />;
  if (view === 'new') return <NewMail key={from ?? 0} from={from} />;
  const base = hashHref(path.emailPublisher());
  return (
    <div className={classes.page}>
      <LinkTabs
        label="Views"
        tabs={VIEWS.map((one) => ({
          label: one.title,
          href: viewHref(base, one.view),
          current: one.view === view,
        }))}
      />
      {view === undefined && <Notices />}
      <View name={view} />
    </div>
  );
}
