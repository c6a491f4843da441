/** `/stats?tab=`: the tabs the viewer may open, and the explorer on the chosen one. */
import { mayOpenTab, visibleTabs } from '@signpost/contract/access.ts';
import { hashHref, path } from '@signpost/contract/paths.ts';
import { isTabName } from '@signpost/contract/stats/tab-names.ts';
import { tabOf } from '@signpost/contract/stats/tabs/index.ts';
import { useSearch } from '@tanstack/react-router';
import { useUser } from '../../api/session.ts';
import { Explorer } from '../../stats/explorer.tsx';
import { useQuestion } from '../../stats/question.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import classes from './stats.module.css';

function Tab({ name }: { name: Parameters<typeof tabOf>[0] }) {
  const tab = tabOf(name);
  const asked = useQuestion(tab);
  if (asked.question === null)
    return (
      <ErrorState title="This link asks something that can't be asked">
        <p>{asked.problem}</p>
        <Button onClick={asked.reset}>Ask as the tab does</Button>
      </ErrorState>
    );
  return <Explorer tab={tab} {...asked} question={asked.question} />;
}

export default function StatsPage() {
  const user = useUser();
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  const tabs = visibleTabs(user);
  const home = isTabName(user.homeTab) && tabs.includes(user.homeTab) ? user.homeTab : tabs[0];
  const current = tab === undefined ? home : isTabName(tab) ? tab : undefined;
  return (
    <div className={classes.screen}>
      <nav className={classes.tabs} aria-label="Stats tabs">
        {tabs.map((name) => (
          <a
            key={name}
            href={`${hashHref(path.stats())}?tab=${name}`}
            aria-current={name === current ? 'page' : undefined}
          >
            {tabOf(name).title}
          </a>
        ))}
      </nav>
      {current === undefined ? (
        <ErrorState title="No such tab">Choose one of the tabs above.</ErrorState>
      ) : mayOpenTab(user, current) ? (
        <Tab key={current} name={current} />
      ) : (
        <ErrorState title="You may not open this tab">Ask an admin if you need it.</ErrorState>
      )}
    </div>
  );
}
