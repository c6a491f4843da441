/** Pins the question of a statistics screen to Home. */
import { Menu } from '@mantine/core';
import { addPin, type Pin } from '@signpost/contract/calls/pins.ts';
import { PIN_KINDS, PIN_LABELS, type PinKind } from '@signpost/contract/insight/stats/pins.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { IconPin } from '@tabler/icons-react';
import { send } from '../api/calls.ts';
import { firstCalls } from '../api/first-screen.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../ui/button.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import type { Search } from './question-parts.ts';

const ABOUT: Readonly<Record<PinKind, string>> = {
  chart: 'The curve as it is shown here',
  figure: 'The number with its change',
  table: 'The first rows',
};

/** The question is pinned as it is asked: relative dates stay words, so the tile follows the calendar. */
export function PinButton({ tab, search: { offset: _, ...search } }: { tab: Pin['tab']; search: Search }) {
  const pin = useAction(
    (kind: PinKind) => send(addPin, { body: { kind, tab, query: buildQuery(search), wide: kind !== 'figure' } }),
    {
      refresh: [firstCalls.listPins],
      said: (_data, kind) => `${PIN_LABELS[kind]} pinned to Home.`,
    },
  );
  return (
    <OnDemand opens="menu" button={<Button icon={<IconPin size={16} aria-hidden />}>Pin to Home</Button>}>
      {(button) => (
        <Menu position="bottom-end" width={240} withinPortal>
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Keep this question on Home as</Menu.Label>
            {PIN_KINDS.map((kind) => (
              <Menu.Item key={kind} onClick={() => pin.mutate(kind)}>
                {PIN_LABELS[kind]}
                <br />
                <small>{ABOUT[kind]}</small>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </OnDemand>
  );
}
