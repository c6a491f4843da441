/** The day whose knowledge the answer has: everything that is known now, unless an earlier day is chosen. */
import { Popover } from '@mantine/core';
import { ALL_TIMES_START, dayIn } from '@signpost/contract/dates/dates.ts';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DayPicker } from '../ui/fields/day-picker.tsx';
import type { FilterChip } from '../ui/layout/filter-bar.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import classes from './stats.module.css';
import { type ExplorerState, useExplorer } from './use-explorer.ts';

export function KnownOn() {
  const { question, change } = useExplorer();
  const [isOpen, setOpen] = useState(false);
  const { knownOn, timeZone } = question;
  const choose = (day: string | undefined) => {
    change({ knownOn: day });
    setOpen(false);
  };
  return (
    <OnDemand
      opens="dialog"
      button={
        <Button
          kind={knownOn === undefined ? 'quiet' : 'default'}
          icon={<IconHistory size={16} aria-hidden />}
          onClick={() => setOpen((open) => !open)}
        >
          {knownOn === undefined ? 'Known now' : `As known on ${knownOn}`}
        </Button>
      }
    >
      {(button) => (
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="bottom-start"
          withinPortal
          width={280}
          trapFocus
          returnFocus
        >
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown aria-label="As known on">
            <p className={classes.knownHelp}>
              Shows the answer as it was at the end of a day, without later corrections and late reports.
            </p>
            <DayPicker
              value={knownOn ?? null}
              min={ALL_TIMES_START}
              max={dayIn(new Date(), timeZone)}
              onChange={choose}
            />
            {knownOn !== undefined && (
              <Button kind="quiet" onClick={() => choose(undefined)}>
                Show what is known now
              </Button>
            )}
          </Popover.Dropdown>
        </Popover>
      )}
    </OnDemand>
  );
}

/** The chosen day as a condition, for screens whose links bring it along. */
export function knownOnChips({
  question: { knownOn },
  change,
}: Pick<ExplorerState, 'question' | 'change'>): FilterChip[] {
  if (knownOn === undefined) return [];
  return [{ id: 'knownOn', label: 'As known on', value: knownOn, onRemove: () => change({ knownOn: undefined }) }];
}
