/** `/background-jobs`: what runs in the background on the viewer's behalf, and for Admins everything else too. */

import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { viewHref } from '../../../address/view-href.ts';
import { useUser } from '../../../api/session.ts';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import classes from './background-jobs.module.css';
import { Protection } from './protection.tsx';
import { Runs } from './runs.tsx';
import { Services } from './services.tsx';
import { Status } from './status.tsx';

const VIEWS = [
  { view: undefined, title: 'My jobs' },
  { view: 'all', title: 'All jobs' },
  { view: 'services', title: 'Services' },
  { view: 'status', title: 'Status' },
  { view: 'protection', title: 'Data protection' },
] as const;

export default function BackgroundJobsPage() {
  const { grade } = useUser();
  const { view } = useScreenSearch('backgroundJobs');
  const base = hashHref(path.backgroundJobs());
  const isAdmin = grade === 'Admin';
  return (
    <div className={classes.page}>
      {isAdmin && (
        <LinkTabs
          label="Views"
          tabs={VIEWS.map((one) => ({
            label: one.title,
            href: viewHref(base, one.view),
            current: one.view === view,
          }))}
        />
      )}
      <View view={isAdmin ? view : undefined} />
    </div>
  );
}

function View({ view }: { view: string | undefined }) {
  switch (view) {
    case 'services':
      return <Services />;
    case 'status':
      return <Status />;
    case 'protection':
      return <Protection />;
    default:
      return <Runs whose={view === 'all' ? 'all' : 'mine'} />;
  }
}
