import { IconBox, IconPlus } from '@tabler/icons-react';
import { SERIES } from '../src/theme/colors.ts';
import { Button, IconButton } from '../src/ui/button.tsx';
import { EmptyState, ErrorState, FormSkeleton, TableSkeleton } from '../src/ui/feedback/states.tsx';
import { Logo } from '../src/ui/layout/logo.tsx';
import { Panel } from '../src/ui/layout/panel.tsx';
import { Section } from '../src/ui/layout/section.tsx';
import { CopyButton } from '../src/ui/values/copy-button.tsx';
import { formatChange } from '../src/ui/values/format.ts';
import { Bar, Sparkline } from '../src/ui/values/in-cell.tsx';
import { Badge, Change, IdText, Money, Time } from '../src/ui/values/values.tsx';
import classes from './gallery.module.css';

/** Buttons, values, states. */
export function Values() {
  return (
    <>
      <Panel title="Buttons" description="One primary action a screen." actions={<Button>Action</Button>}>
        <div className={classes.row}>
          <Button kind="primary" icon={<IconPlus size={16} aria-hidden />}>
            Add campaign box
          </Button>
          <Button>Cancel</Button>
          <Button kind="quiet">Clear</Button>
          <Button kind="danger">Archive box</Button>
          <Button kind="primary" disabled>
            Save box
          </Button>
          <Button loading>Saving</Button>
          <Button href="#/x">A link</Button>
          <IconButton label="Add">
            <IconPlus size={16} aria-hidden />
          </IconButton>
          <CopyButton value="box_12" />
          <Logo size={32} />
        </div>
        <div className={classes.row}>
          <Badge>Draft</Badge>
          <Badge tone="accent">Default User</Badge>
          <Badge tone="good">Active</Badge>
          <Badge tone="bad">Broken</Badge>
          <Badge tone="attention">Near cap</Badge>
          <Change text={formatChange(0.032)} isGood />
          <Change text={formatChange(-0.118)} isGood={false} />
          <Change text={formatChange(0.2)} isGood={null} />
          <Change text={formatChange(0)} isGood={null} />
          <Change text={formatChange(null)} isGood={null} />
          <Money value="-1234.5" currency="EUR" />
          <Time value="2026-11-21T14:05:00Z" zone="Europe/Vienna" />
          <IdText value="clk_01JD8Z4M2Q" copy />
          <Sparkline label="Visits" points={[3, 5, 4, 8, 7, null, 9, 12, 11, 14]} />
          <span style={{ width: 96 }}>
            <Bar share={0.6}>1,204</Bar>
          </span>
        </div>
        <div className={classes.row}>
          {SERIES.map((name) => (
            <span
              key={name}
              className={classes.swatch}
              style={{ background: `var(--sp-${name.replace(/\d/, (d) => `-${d}`)})` }}
            />
          ))}
        </div>
      </Panel>
      <div className={classes.pair}>
        <Panel>
          <EmptyState
            icon={<IconBox size={28} stroke={1.5} aria-hidden />}
            title="Nothing to show"
            action={<Button kind="primary">Add campaign box</Button>}
          >
            A campaign box takes visitors by one link and shares them out among campaigns.
          </EmptyState>
        </Panel>
        <Panel>
          <ErrorState title="Server Error." id="01JD8Z4M2QK7" onRetry={() => undefined}>
            Nothing was changed.
          </ErrorState>
        </Panel>
        <Panel>
          <TableSkeleton rows={5} columns={4} />
        </Panel>
        <Panel>
          <FormSkeleton fields={3} />
        </Panel>
      </div>
      <Panel title="Sections">
        <Section title="General" summary="4 fields">
          Content of the section.
        </Section>
        <Section title="Offers" defaultOpen={false} summary="2 errors">
          More.
        </Section>
      </Panel>
    </>
  );
}
