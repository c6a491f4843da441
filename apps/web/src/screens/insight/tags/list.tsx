import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { RecordListPage } from '../../../records/list-page.tsx';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { referenceScreens } from './reference-screens.tsx';
import { tagScreen } from './tag-screen.tsx';

/** `/tags`, and with `?kind=` the reference data that has no screen of its own. */
export default function TagListPage() {
  const { kind } = useScreenSearch('tags');
  const screen = referenceScreens.find(({ entity }) => entity.listKind === kind) ?? tagScreen;
  return (
    <>
      <PageHeader title={screen.entity.many} />
      <LinkTabs
        label="Tags and reference data"
        tabs={[tagScreen, ...referenceScreens].map((one) => ({
          label: one.entity.many,
          href: hashHref(
            one.entity.listKind === undefined ? path.tags() : `${path.tags()}?kind=${one.entity.listKind}`,
          ),
          current: one === screen,
        }))}
      />
      <RecordListPage key={screen.entity.name} screen={screen} />
    </>
  );
}
