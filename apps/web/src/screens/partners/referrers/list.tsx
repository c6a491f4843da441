import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { RecordListPage } from '../../../records/list-page.tsx';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import { referrerScreen } from './referrer-screen.ts';
import { UnknownHosts } from './unknown-hosts.tsx';

/** `/referrers`: the known hosts, and with `?kind=unknown` the hosts without an owner. */
export default function ReferrersPage() {
  const { kind } = useScreenSearch('referrers');
  const unknown = kind === 'unknown';
  return (
    <>
      <LinkTabs
        label="Referrers"
        tabs={[
          { label: 'Known', href: hashHref(path.referrers()), current: !unknown },
          { label: 'Unknown hosts', href: hashHref(`${path.referrers()}?kind=unknown`), current: unknown },
        ]}
      />
      {unknown ? <UnknownHosts /> : <RecordListPage screen={referrerScreen} />}
    </>
  );
}
