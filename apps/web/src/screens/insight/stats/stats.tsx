/** `/stats?tab=`: the tabs the viewer can open, and the explorer on the chosen tab. */
import { mayOpenTab, visibleTabs } from '@signpost/contract/access/access.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { isTabName, type TabName } from '@signpost/contract/routes/tab-names.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParts } from '../../../address/use-search.ts';
import { useUser } from '../../../api/session.ts';
import { Explorer } from '../../../stats/explorer.tsx';
import { useQuestion } from '../../../stats/question.ts';
import { askable, asked, given } from '../../../stats/question-parts.ts';
import { InvalidQuestion } from '../../../stats/stats-screen.tsx';
import { useHeld } from '../../../stats/use-held.ts';
import { AHEAD_MS, statsQuery } from '../../../stats/use-stats.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { inSightRef, sidewaysRef } from '../../../ui/sideways.ts';
import { useStable } from '../../../ui/use-stable.ts';
import { tableViewQuery } from '../../../views/table-view.ts';
import classes from './stats.module.css';

/** Dates and comparison are kept on the next tab. */
const KEPT = ['dateRange', 'compare', 'timeZone', 'attribution', 'knownOn'] as const;

function Tab({ name }: { name: Parameters<typeof tabOf>[0] }) {
  const tab = tabOf(name);
  const asking = useQuestion(tab);
  const held = useHeld(tab, asking);
  const change = useStable(asking.change);
  if (held === null) return <InvalidQuestion asking={asking} resetLabel="Reset to the tab’s defaults" />;
  return <Explorer tab={held.tab} question={held.question} search={held.search} change={change} />;
}

/** The tab of the address, otherwise the person's own first tab; undefined if there is no such tab. */
function currentTab(named: unknown, home: string | null, tabs: readonly TabName[]): TabName | undefined {
  if (named !== undefined) return isTabName(named) ? named : undefined;
  if (isTabName(home) && tabs.includes(home)) return home;
  return tabs[0];
}

function TabContent({ name }: { name: TabName | undefined }) {
  const user = useUser();
  if (name === undefined) return <ErrorState title="This tab does not exist">Choose one of the tabs above.</ErrorState>;
  if (mayOpenTab(user, name)) return <Tab name={name} />;
  return <ErrorState title="You do not have access to this tab">Ask an admin if you need access.</ErrorState>;
}

export default function StatsPage() {
  const user = useUser();
  const { tab, ...search } = useSearchParts();
  const tabs = visibleTabs(user);
  const current = currentTab(tab, user.homeTab, tabs);
  // Invalid dates are not carried over to another tab.
  const parts = given(Object.fromEntries(KEPT.map((key) => [key, search[key]])));
  const keptParts = current === undefined ? {} : askable(tabOf(current), parts, user.timeZone);
  const client = useQueryClient();
  /** The request runs while the screen is still loading. */
  const askAhead = (name: TabName) => {
    void client.prefetchQuery({ ...statsQuery(tabOf(name), asked(keptParts, user.timeZone)), staleTime: AHEAD_MS });
    void client.prefetchQuery(tableViewQuery(`stats-${name}`));
  };
  return (
    <div className={classes.screen}>
      <nav ref={sidewaysRef} data-fades className={classes.tabs} aria-label="Stats tabs">
        {tabs.map((name) => (
          <a
            key={name}
            ref={name === current ? inSightRef : undefined}
            href={`${hashHref(path.stats())}?${buildQuery({ tab: name, ...keptParts })}`}
            aria-current={name === current ? 'page' : undefined}
            onPointerDown={() => askAhead(name)}
            onClick={() => askAhead(name)}
          >
            {tabOf(name).title}
          </a>
        ))}
      </nav>
      <TabContent name={current} />
    </div>
  );
}
