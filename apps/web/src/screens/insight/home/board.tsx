/** The pinned tiles of Home: each shows the answer to a question, opens its screen, and can be moved and resized. */

import { Menu } from '@mantine/core';
import { addPin, changePin, orderPins, type Pin, removePin } from '@signpost/contract/calls/pins.ts';
import { PIN_LABELS } from '@signpost/contract/insight/stats/pins.ts';
import { IconDots, IconGripVertical } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { keepAnswer, send } from '../../../api/calls.ts';
import { firstCalls } from '../../../api/first-screen.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { useQuestionWords } from '../../../stats/question-words.ts';
import { IconButton } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { plural } from '../../../ui/values/plural.ts';
import classes from './board.module.css';
import { hrefOfPin, Pinned, type PinnedQuestion, questionOf } from './pinned.tsx';

export interface PinsAnswer {
  pins: readonly Pin[];
  closed: number;
}

/** The actions on pins. Moving and resizing are shown before the server confirms them. */
function usePinActions({ pins, closed }: PinsAnswer) {
  const client = useQueryClient();
  const refresh = [firstCalls.listPins];
  const show = (next: readonly Pin[]) => keepAnswer(client, firstCalls.listPins, {}, { pins: [...next], closed });
  const order = useAction((ids: number[]) => send(orderPins, { body: { ids } }), { refresh });
  const resize = useAction(({ id, wide }: Pin) => send(changePin, { params: { id }, body: { wide } }), { refresh });
  const putBack = useAction(({ id: _, ...pin }: Pin & { place: number }) => send(addPin, { body: pin }), {
    refresh,
    said: () => 'The tile is back.',
  });
  const remove = useAction((pin: Pin & { place: number }) => send(removePin, { params: { id: pin.id } }), {
    refresh,
    said: (_, { kind }) => `${PIN_LABELS[kind]} removed from Home.`,
    undo: (pin) => putBack.mutate(pin),
  });
  return {
    move: (from: number, to: number) => {
      const moved = pins[from];
      if (moved === undefined || to < 0 || to >= pins.length || to === from) return;
      const next = pins.toSpliced(from, 1).toSpliced(to, 0, moved);
      show(next);
      order.mutate(next.map(({ id }) => id));
    },
    resize: (pin: Pin) => {
      const next = { ...pin, wide: !pin.wide };
      show(
        pins.map((one) => {
          if (one.id === pin.id) return next;
          return one;
        }),
      );
      resize.mutate(next);
    },
    remove: (pin: Pin, place: number) => remove.mutate({ ...pin, place }),
  };
}

type Actions = ReturnType<typeof usePinActions>;

interface TileProps {
  pin: Pin;
  at: number;
  count: number;
  actions: Actions;
  onGrip: (id: number | null) => void;
}

const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

function Grip({ title, at, count, actions, onGrip }: Omit<TileProps, 'pin'> & { title: string }) {
  const press = (event: KeyboardEvent) => {
    const by = MOVES[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    actions.move(at, at + by);
  };
  return (
    <button
      type="button"
      className={classes.grip}
      aria-label={`Move ${title}: place ${at + 1} of ${count}. Use the arrow keys.`}
      title="Drag, or use the arrow keys"
      onKeyDown={press}
      onPointerDown={() => onGrip(at)}
      onPointerUp={() => onGrip(null)}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>
  );
}

function TileMenu({ title, pin, at, count, actions }: Omit<TileProps, 'onGrip'> & { title: string }) {
  return (
    <Menu position="bottom-end" width={200} withinPortal>
      <Menu.Target>
        <IconButton label={`Options of ${title}`}>
          <IconDots size={16} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={at === 0} onClick={() => actions.move(at, at - 1)}>
          Move earlier
        </Menu.Item>
        <Menu.Item disabled={at === count - 1} onClick={() => actions.move(at, at + 1)}>
          Move later
        </Menu.Item>
        <Menu.Item onClick={() => actions.resize(pin)}>{pin.wide ? 'Make small' : 'Make wide'}</Menu.Item>
        <Menu.Item onClick={() => actions.remove(pin, at)}>Remove from Home</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function QuestionTile({ pinned, ...tile }: TileProps & { pinned: PinnedQuestion }) {
  const { pin } = tile;
  const { title, about } = useQuestionWords(pinned.tab, pinned.question, pinned.search, pin.kind === 'table');
  return (
    <>
      <header className={classes.head}>
        <Grip {...tile} title={title} />
        <div>
          <h2>
            <a href={hrefOfPin(pin)}>{title}</a>
          </h2>
          <p>{about}</p>
        </div>
        <TileMenu {...tile} title={title} />
      </header>
      <Pinned pin={pin} pinned={pinned} />
    </>
  );
}

function Tile(props: TileProps) {
  const { timeZone } = useUser();
  const { pin } = props;
  const pinned = questionOf(pin, timeZone);
  if (pinned !== null) return <QuestionTile {...props} pinned={pinned} />;
  return (
    <>
      <header className={classes.head}>
        <span />
        <h2>This question can no longer be answered</h2>
        <TileMenu {...props} title="this tile" />
      </header>
      <ErrorState title="The statistics changed since it was pinned">Remove the tile and pin it again.</ErrorState>
    </>
  );
}

export default function Board({ answer }: { answer: PinsAnswer }) {
  const { pins, closed } = answer;
  const actions = usePinActions(answer);
  /** The place of the tile that is held at its grip, and whether it is being dragged. */
  const [held, setHeld] = useState<number | null>(null);
  return (
    <section aria-label="Pinned tiles">
      <ol className={classes.board}>
        {pins.map((pin, at) => (
          <li
            key={pin.id}
            className={classes.tile}
            data-wide={pin.wide || undefined}
            data-kind={pin.kind}
            data-held={held === at || undefined}
            // Only the grip drags, so that text in a tile can be selected and a chart be brushed.
            draggable={held === at}
            onDragEnd={() => setHeld(null)}
            onDragOver={(event) => held !== null && event.preventDefault()}
            onDrop={() => {
              if (held !== null) actions.move(held, at);
              setHeld(null);
            }}
          >
            <Tile pin={pin} at={at} count={pins.length} actions={actions} onGrip={setHeld} />
          </li>
        ))}
      </ol>
      {closed > 0 && (
        <p className={classes.none}>
          {closed} {plural(closed, 'pinned tile is', 'pinned tiles are')} not shown, because you can no longer open the
          statistics behind {plural(closed, 'it', 'them')}.
        </p>
      )}
    </section>
  );
}
