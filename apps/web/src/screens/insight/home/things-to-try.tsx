/** The things that a newcomer can find in the demo world. */
import { mayOpen } from '@signpost/contract/access/access.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { fillPath, hashHref } from '@signpost/contract/routes/paths.ts';
import { DEMO_STORIES, type DemoStory } from '@signpost/contract/workplace/people/demo-stories.ts';
import { IconX } from '@tabler/icons-react';
import { type Session, viewerOf } from '../../../api/session.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import classes from './home.module.css';
import { useHidden } from './use-hidden.ts';

function hrefOf({ route, params, search }: DemoStory): string {
  const query = buildQuery(search);
  return `${hashHref(fillPath(ROUTES[route].path, params))}${query === '' ? '' : `?${query}`}`;
}

/** Shown in the demo alone, until the person hides it. */
export function ThingsToTry({ session }: { session: Session }) {
  const [isHidden, hide] = useHidden(`signpost.things-to-try.${session.user.id}`);
  const stories = DEMO_STORIES.filter(({ route }) => mayOpen(viewerOf(session), ROUTES[route]));
  if (isHidden || !session.demo || stories.length === 0) return null;
  return (
    <Panel
      title="Things to try"
      description="Stories of this demo."
      actions={
        <IconButton label="Hide the things to try" onClick={hide}>
          <IconX size={16} aria-hidden />
        </IconButton>
      }
    >
      <ul className={classes.stories}>
        {stories.map((story) => (
          <li key={story.route}>
            <a href={hrefOf(story)}>
              <span>{story.text}</span>
              <small>{ROUTES[story.route].title}</small>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
