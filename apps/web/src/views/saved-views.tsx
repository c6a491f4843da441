/** Saved views of a list: named queries, private or shared, and a link to the current one. */

import { Menu } from '@mantine/core';
import { buildQuery, parseQuery } from '@signpost/contract/api/brackets.ts';
import { deleteSavedView, listSavedViews, type SavedView, saveView } from '@signpost/contract/calls/saved-views.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconBookmark, IconDeviceFloppy, IconLink, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { send, useCall } from '../api/calls.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../ui/button.tsx';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { Toggle } from '../ui/fields/toggle.tsx';
import { FormDialog } from '../ui/layout/form-dialog.tsx';
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

const MAX_NAME = 80;

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

export function SavedViews({ screen, query, onOpen, noun = 'view', current, onSaved }: Props) {
  const title = `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const refresh = [listSavedViews];
  const put = (view: Pick<SavedView, 'name' | 'query' | 'shared'>) => send(saveView, { body: { screen, ...view } });
  const save = useAction(put, {
    refresh,
    said: (_, view) => `${title} “${view.name}” saved.`,
    onDone: ({ id }) => {
      setNaming(false);
      onSaved?.(id);
    },
  });
  const restore = useAction(({ name, query, shared }: SavedView) => put({ name, query, shared }), {
    refresh,
    said: (_, view) => `${title} “${view.name}” restored.`,
  });
  const remove = useAction((view: SavedView) => send(deleteSavedView, { params: { id: view.id } }), {
    refresh,
    said: (_, view) => `${title} “${view.name}” removed.`,
    undo: (view) => restore.mutate(view),
  });
  const wanted = name.trim();
  const { data: views = [] } = useCall(listSavedViews, { query: { screen } }, { enabled: naming });
  const replaced = views.find((view) => view.own && view.name === wanted);

  function begin() {
    setName(current?.own ? current.name : '');
    setShared(current?.own ? current.shared : false);
    setNaming(true);
  }
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
              <Menu.Item leftSection={<IconDeviceFloppy size={16} aria-hidden />} onClick={begin}>
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
      <FormDialog
        opened={naming}
        title={`Save this ${noun}`}
        submitLabel={replaced ? `Replace ${noun}` : `Save ${noun}`}
        canSubmit={wanted !== ''}
        submitting={save.isPending}
        onSubmit={() => save.mutate({ name: wanted, query: buildQuery(query), shared })}
        onCancel={() => setNaming(false)}
      >
        <TextInput
          label="Name"
          value={name}
          onChange={setName}
          maxLength={MAX_NAME}
          autoFocus
          required
          help={replaced ? `You already have a ${noun} with this name. It will be replaced.` : undefined}
        />
        <Toggle label="Shared with everyone who can open this screen" value={shared} onChange={setShared} />
      </FormDialog>
    </>
  );
}
