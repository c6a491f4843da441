/** Previews what a person with this grade and these paths will see. */

import { landingFor, type Viewer, visibleMenu, visibleTabs } from '@signpost/contract/access/access.ts';
import { isGrade } from '@signpost/contract/access/grades.ts';
import { halfOpenFamilies } from '@signpost/contract/access/path-families.ts';
import { TABS } from '@signpost/contract/insight/stats/tabs/index.ts';
import { readTexts } from '../../../records/field-values.ts';
import type { Values } from '../../../records/screen.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import classes from './users.module.css';

export function AccessPreview({ values }: { values: Values }) {
  const { grade } = values;
  if (!isGrade(grade)) return null;
  const viewer: Viewer = {
    grade,
    includedPaths: readTexts(values.includedPaths),
    excludedPaths: readTexts(values.excludedPaths),
  };
  const groups = visibleMenu(viewer);
  const tabs = visibleTabs(viewer);
  const halves = halfOpenFamilies(viewer);
  const renderGroups = () => {
    if (groups.length === 0) return <p className={classes.none}>No screens except their own profile.</p>;
    return (
      <div className={classes.groups}>
        {groups.map(({ group, items }) => (
          <div key={group}>
            <h3 className={classes.group}>{group}</h3>
            <ul className={classes.screens}>
              {items.map((item) => (
                <li key={item.path}>
                  {item.title}
                  {item.add !== undefined && <span className={classes.may}> view, add</span>}
                </li>
              ))}
            </ul>
          </div>
        ))}
        {tabs.length > 0 && (
          <div>
            <h3 className={classes.group}>Stats tabs</h3>
            <ul className={classes.screens}>
              {tabs.map((tab) => (
                <li key={tab}>{TABS[tab].title}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    );
  };
  return (
    <Panel title="What they will see" description={`First screen: ${landingFor(viewer).title}.`}>
      {halves.length > 0 && (
        <ul className={classes.halves} role="status">
          {halves.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {renderGroups()}
    </Panel>
  );
}
