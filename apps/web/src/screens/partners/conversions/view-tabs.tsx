import { viewHref } from '../../../address/view-href.ts';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';

interface Props {
  /** The screen's own address. */
  base: string;
  /** The `view` parameter in the address; the first view has none. */
  view: unknown;
  views: readonly { view: string | undefined; title: string }[];
}

/** The views of one screen, as links. */
export function ViewTabs({ base, view, views }: Props) {
  return (
    <LinkTabs
      label="Views"
      tabs={views.map((one) => ({
        label: one.title,
        href: viewHref(base, one.view),
        current: one.view === view,
      }))}
    />
  );
}
