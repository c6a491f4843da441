/** The first steps in a new installation: build a box, open its link, see the visit counted. */
import { mayOpen, type Viewer } from '@signpost/contract/access/access.ts';
import { ROUTES, type RouteName } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useCallWithMeta } from '../../../api/calls.ts';
import { firstCalls } from '../../../api/first-screen.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import classes from './home.module.css';
import { rememberHidden, useHidden } from './use-hidden.ts';

interface Step {
  title: string;
  text: string;
  action: string;
  route: RouteName;
}

const STEPS: readonly Step[] = [
  {
    title: 'Build a campaign box',
    text: 'A box has one link and splits its visitors among campaigns by weight.',
    action: 'Add campaign box',
    route: 'campaignBoxesAdd',
  },
  {
    title: 'Open its link',
    text: 'Open the box as a visitor would: its page shows the link and a QR code.',
    action: 'Campaign boxes',
    route: 'campaignBoxes',
  },
  {
    title: 'See the visit counted',
    text: 'It appears in the statistics within two seconds, by campaign, country and device.',
    action: 'Stats',
    route: 'stats',
  },
];

const KEY = 'signpost.hints';
/** Where there are more boxes, nobody needs to be told how to begin. */
const MOST_BOXES = 3;

/** Shown until the person hides them or the installation has a few boxes; this browser then asks no more. */
export function FirstSteps({ viewer }: { viewer: Viewer }) {
  const [isHidden, hide] = useHidden(KEY);
  const steps = STEPS.filter(({ route }) => mayOpen(viewer, ROUTES[route]));
  const isOffered = !isHidden && mayOpen(viewer, ROUTES.campaignBoxesAdd);
  const { data } = useCallWithMeta(firstCalls.listBoxes, { query: { limit: 1 } }, { enabled: isOffered });
  const isBegun = data !== undefined && data.meta.total > MOST_BOXES;
  useEffect(() => {
    if (isBegun) rememberHidden(KEY);
  }, [isBegun]);
  if (!isOffered || data === undefined || isBegun) return null;
  return (
    <section className={classes.hints} aria-label="First steps">
      <ol>
        {steps.map((step, at) => (
          <li key={step.title}>
            <span className={classes.step} aria-hidden>
              {at + 1}
            </span>
            <h2>{step.title}</h2>
            <p>{step.text}</p>
            <Button kind={at === 0 ? 'primary' : 'default'} href={hashHref(ROUTES[step.route].path)}>
              {step.action}
            </Button>
          </li>
        ))}
      </ol>
      <span className={classes.close}>
        <IconButton label="Hide the first steps" onClick={hide}>
          <IconX size={16} aria-hidden />
        </IconButton>
      </span>
    </section>
  );
}
