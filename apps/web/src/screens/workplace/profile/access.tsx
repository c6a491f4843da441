import { visibleMenu } from '@signpost/contract/access/access.ts';
import type { Person } from '@signpost/contract/workplace/people/sign-in.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Badge, IdText } from '../../../ui/values/values.tsx';
import classes from './profile.module.css';

function Paths({ label, paths }: { label: string; paths: readonly string[] }) {
  const renderPaths = () => {
    if (paths.length === 0) return <span className={classes.none}>None</span>;
    return (
      <ul className={classes.paths}>
        {paths.map((path) => (
          <li key={path}>
            <IdText value={path} />
          </li>
        ))}
      </ul>
    );
  };
  return (
    <div>
      <dt>{label}</dt>
      <dd>{renderPaths()}</dd>
    </div>
  );
}

/** The viewer's grade and paths, and the screens they open. */
export function Access({ profile }: { profile: Person }) {
  const screens = visibleMenu(profile).reduce((sum, group) => sum + group.items.length, 0);
  return (
    <Panel title={profile.name} description={profile.email}>
      <dl className={classes.facts}>
        <div>
          <dt>Grade</dt>
          <dd>
            <Badge tone="accent">{profile.grade}</Badge>
          </dd>
        </div>
        <div>
          <dt>My screens</dt>
          <dd>{screens}</dd>
        </div>
        <Paths label="Included paths" paths={profile.includedPaths} />
        <Paths label="Excluded paths" paths={profile.excludedPaths} />
      </dl>
    </Panel>
  );
}
