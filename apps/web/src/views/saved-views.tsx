/** Saved views of a list: named queries, private or shared, and a link to the current one. */

import { Menu } from '@mantine/core';
import { deleteSavedView, listSavedViews, type SavedView, saveView } from '@signpost/contract/calls/saved-views.ts';
import { buildQuery, parseQuery } from '@signpost/contract/reading/brackets.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconBookmark, IconDeviceFloppy, IconLink, IconTrash } from '@tabler/icons-react';
import { CallDialog } from '../api/call-dialog.tsx';
import { send, useCall } from '../api/calls.ts';
import { useAction } from '../api/use-action.ts';
import { useCallForm } from '../api/use-call-form.ts';
import { Button } from '../ui/button.tsx';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { Toggle } from '../ui/fields/toggle.tsx';
import { useDialog } from '../ui/layout/use-dialog.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import { copyText } from '../ui/values/copy-text.ts';
import classes from './saved-views.module.css';

interface Props {
  screen: string;
  /** The current query. */
  query: Record<string, unknown>;
  onOpen: (query: Record<string, unknown>, view: SavedView) => void;
  /** The word for a view on this screen. */
  noun?: string | undefined;
  /** The open view, whose name is offered when saving. */
  current?: SavedView | undefined;
  onSaved?: ((id: number) => void) | undefined;
}

/** The saved views, loaded when the menu opens. */
function Saved({
  screen,
  noun,
  onOpen,
  onRemove,
}: Pick<Props, 'screen' | 'onOpen'> & { noun: string; onRemove: (view: SavedView) => void }) {
  const { data: views, error } = useCall(listSavedViews, { query: { screen } });
  if (views === undefined) return <Menu.Label>{error === null ? TEXT.loading : error.message}</Menu.Label>;
  if (views.length === 0)
    return <Menu.Label>{`No saved ${noun}s yet. Save these filters and columns as a ${noun}.`}</Menu.Label>;
  return views.map((view) => {
    const renderRemove = () => {
      if (view.own)
        return (
          <button
            type="button"
            className={classes.viewRemove}
            aria-label={`Remove ${noun} ${view.name}`}
            onClick={(event) => {
              event.stopPropagation();
              onRemove(view);
            }}
          >
            <IconTrash size={14} aria-hidden />
          </button>
        );
      return <span className={classes.owner}>{view.owner}</span>;
    };
    return (
      <Menu.Item key={view.id} onClick={() => onOpen(parseQuery(view.query), view)} rightSection={renderRemove()}>
        {view.name}
      </Menu.Item>
    );
  });
}

const titleOf = (noun: string): string => `${noun[0]?.toUpperCase()}${noun.slice(1)}`;

type NameProps = Pick<Props, 'screen' | 'query' | 'current' | 'onSaved'> & { noun: string; onClose: () => void };

/** Saves the query under a name; the viewer's own view with that name is replaced. */
function NameDialog({ screen, query, noun, current, onSaved, onClose }: NameProps) {
  const own = current?.own ? current : undefined;
  const form = useCallForm(saveView, {
    initial: { name: own?.name ?? '', shared: own?.shared ?? false },
    input: ({ name, shared }) => ({ body: { screen, name: name.trim(), query: buildQuery(query), shared } }),
    refresh: [listSavedViews],
    said: (_, { name }) => `${titleOf(noun)} “${name.trim()}” saved.`,
    onDone: ({ id }) => {
      onClose();
      onSaved?.(id);
    },
  });
  const { data: views = [] } = useCall(listSavedViews, { query: { screen } });
  const isReplaced = views.some((view) => view.own && view.name === form.values.name.trim());
  return (
    <CallDialog
      form={form}
      title={`Save this ${noun}`}
      submitLabel={isReplaced ? `Replace ${noun}` : `Save ${noun}`}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        {...form.field('name')}
        autoFocus
        help={isReplaced ? `You already have a ${noun} with this name. It will be replaced.` : undefined}
      />
      <Toggle label="Shared with everyone who can open this screen" {...form.field('shared')} />
    </CallDialog>
  );
}

export function SavedViews({ screen, query, onOpen, noun = 'view', current, onSaved }: Props) {
  const title = titleOf(noun);
  const naming = useDialog((_: null, close) => (
    <NameDialog screen={screen} query={query} noun={noun} current={current} onSaved={onSaved} onClose={close} />
  ));
  const refresh = [listSavedViews];
  const restore = useAction(
    ({ name, query: saved, shared }: SavedView) => send(saveView, { body: { screen, name, query: saved, shared } }),
    {
      refresh,
      said: (_, view) => `${title} “${view.name}” restored.`,
    },
  );
  const remove = useAction((view: SavedView) => send(deleteSavedView, { params: { id: view.id } }), {
    refresh,
    said: (_, view) => `${title} “${view.name}” removed.`,
    undo: (view) => restore.mutate(view),
  });
  async function copyLink() {
    try {
      await copyText(window.location.href);
      showSnackbar({ type: 'success', message: 'Link copied. It opens the same view for everyone with access.' });
    } catch (error) {
      console.error('Copying to the clipboard failed.', error);
      showSnackbar({ type: 'error', message: 'The browser refused to copy. Copy the link from the address bar.' });
    }
  }

  return (
    <>
      <OnDemand opens="menu" button={<Button icon={<IconBookmark size={16} aria-hidden />}>{title}s</Button>}>
        {(button) => (
          <Menu position="bottom-end" width={280} withinPortal>
            <Menu.Target>{button}</Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconDeviceFloppy size={16} aria-hidden />} onClick={() => naming.open(null)}>
                {`Save this ${noun}…`}
              </Menu.Item>
              <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => void copyLink()}>
                Copy link
              </Menu.Item>
              <Menu.Divider />
              {/* The list comes last, because it grows when it has loaded and would push down anything below it. */}
              <Saved screen={screen} noun={noun} onOpen={onOpen} onRemove={(view) => remove.mutate(view)} />
            </Menu.Dropdown>
          </Menu>
        )}
      </OnDemand>
      {naming.dialog}
    </>
  );
}
