/** `/partner-override`: amounts that replace a deal's, and the rates that bring them into the base currency. */

import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { RecordListPage } from '../../../records/list-page.tsx';
import { exchangeRateScreen, partnerOverrideScreen } from './mapping-screens.tsx';
import { ViewTabs } from './view-tabs.tsx';

const VIEWS = [
  { view: undefined, title: 'Overrides' },
  { view: 'rates', title: 'Exchange rates' },
] as const;

export default function PartnerOverridePage() {
  const { view } = useScreenSearch('partnerOverride');
  return (
    <>
      <ViewTabs base={hashHref(ROUTES.partnerOverride.path)} view={view} views={VIEWS} />
      <RecordListPage key={String(view)} screen={view === 'rates' ? exchangeRateScreen : partnerOverrideScreen} />
    </>
  );
}
