/** Saved views of a list: a named question, one's own or shared, and a link that asks it. */

import { Menu } from '@mantine/core';
import { buildQuery, parseQuery } from '@signpost/contract/brackets.ts';
import type { SavedView } from '@signpost/contract/records/saved-view.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconBookmark, IconDeviceFloppy, IconLink, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { Toggle } from '../ui/fields/toggle.tsx';
import { Modal } from '../ui/modal.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import { showSnackbar } from '../ui/snackbar.tsx';
import classes from './records.module.css';

interface Props {
  screen: string;
  /** The question as it stands now. */
  query: Record<string, unknown>;
  onOpen: (query: Record<string, unknown>, view: SavedView) => void;
  /** What a view is called here. */
  noun?: string;
  /** The view that is open: saving offers its name again. */
  current?: SavedView | undefined;
  onSaved?: (id: number) => void;
}

const MAX_NAME = 80;

const keyOf = (screen: string) => ['views', screen];

/** The views there are, asked for when the menu opens. */
function Saved({
  screen,
  noun,
  onOpen,
  onRemove,
}: Pick<Props, 'screen' | 'onOpen'> & { noun: string; onRemove: (view: SavedView) => void }) {
  const { data: views, error } = useQuery({
    queryKey: keyOf(screen),
    queryFn: async ({ signal }) => (await request<SavedView[]>(`views?${buildQuery({ screen })}`, { signal })).data,
  });
  if (views === undefined) return <Menu.Label>{error === null ? TEXT.loading : error.message}</Menu.Label>;
  if (views.length === 0)
    return <Menu.Label>{`No saved ${noun}s yet. Save what is asked here under a name.`}</Menu.Label>;
  return views.map((view) => (
    <Menu.Item
      key={view.id}
      onClick={() => onOpen(parseQuery(view.query), view)}
      rightSection={
        view.own ? (
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
        ) : (
          <span className={classes.owner}>{view.owner}</span>
        )
      }
    >
      {view.name}
    </Menu.Item>
  ));
}

export function SavedViews({ screen, query, onOpen, noun = 'view', current, onSaved }: Props) {
  const title = `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
  const client = useQueryClient();
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const changed = () => client.invalidateQueries({ queryKey: keyOf(screen) });

  function begin() {
    setName(current?.own ? current.name : '');
    setShared(current?.own ? current.shared : false);
    setNaming(true);
  }
  async function save() {
    const body = { screen, name: name.trim(), query: buildQuery(query), shared };
    const { data } = await request<{ id: number }>('views', { method: 'PUT', body });
    await changed();
    setNaming(false);
    showSnackbar({ type: 'success', message: `${title} “${name.trim()}” saved.` });
    onSaved?.(data.id);
  }
  async function remove(view: SavedView) {
    await request(`views/${view.id}`, { method: 'DELETE' });
    await changed();
    showSnackbar({
      message: `${title} “${view.name}” removed.`,
      action: {
        label: 'Undo',
        onClick: () =>
          void request('views', {
            method: 'PUT',
            body: { screen, name: view.name, query: view.query, shared: view.shared },
          }).then(changed),
      },
    });
  }
  async function copyLink() {
    await navigator.clipboard.writeText(window.location.href);
    showSnackbar({ type: 'success', message: 'Link copied. It opens the same for whoever may see it.' });
  }

  return (
    <>
      <OnDemand opens="menu" button={<Button icon={<IconBookmark size={16} aria-hidden />}>{title}s</Button>}>
        {(button) => (
          <Menu position="bottom-end" width={280} withinPortal>
            <Menu.Target>{button}</Menu.Target>
            <Menu.Dropdown>
              <Saved screen={screen} noun={noun} onOpen={onOpen} onRemove={(view) => void remove(view)} />
              <Menu.Divider />
              <Menu.Item leftSection={<IconDeviceFloppy size={16} aria-hidden />} onClick={begin}>
                {`Save this ${noun}…`}
              </Menu.Item>
              <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => void copyLink()}>
                Copy link
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </OnDemand>
      <Modal opened={naming} onClose={() => setNaming(false)} title={`Save this ${noun}`} centered size={440}>
        <form
          className={classes.filterPanel}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') void save();
          }}
        >
          <TextInput label="Name" value={name} onChange={setName} maxLength={MAX_NAME} autoFocus required />
          <Toggle label="Shared with everybody who may open this screen" value={shared} onChange={setShared} />
          <div className={classes.dialogButtons}>
            <Button onClick={() => setNaming(false)}>Cancel</Button>
            <Button kind="primary" type="submit" disabled={name.trim() === ''}>
              {`Save ${noun}`}
            </Button>
          </div>
        </form>
      </Modal>
    </>
  );
}
