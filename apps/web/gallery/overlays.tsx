import { useState } from 'react';
import { Button } from '../src/ui/button.tsx';
import { ConfirmDialog } from '../src/ui/feedback/confirm-dialog.tsx';
import { LoaderOverlay, LoadingBar } from '../src/ui/feedback/loading.tsx';
import { showSnackbar } from '../src/ui/feedback/snackbar.tsx';
import { TextInput } from '../src/ui/fields/text-input.tsx';
import { Drawer } from '../src/ui/layout/drawer.tsx';
import { FullScreenModal, MobileActions } from '../src/ui/layout/mobile-layout.tsx';
import { Panel } from '../src/ui/layout/panel.tsx';
import classes from './gallery.module.css';

/** The elements that are shown over the screen. */
export function Overlays() {
  const [open, setOpen] = useState<'confirm' | 'drawer' | 'full' | null>(null);
  const [name, setName] = useState('Winter box');
  const close = () => setOpen(null);
  return (
    <Panel title="Over the screen">
      <div className={classes.row}>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Button onClick={() => setOpen('full')}>Full screen</Button>
        <Button onClick={() => showSnackbar({ message: 'Three boxes are being checked.' })}>Normal message</Button>
        <Button
          onClick={() =>
            showSnackbar({
              type: 'success',
              message: 'Process successfully completed',
              action: { label: 'Undo', onClick: () => undefined },
            })
          }
        >
          Success
        </Button>
        <Button
          onClick={() =>
            showSnackbar({ type: 'error', message: 'Server Error.', errorId: '01JD8Z4M2QK7', persistent: true })
          }
        >
          Error
        </Button>
      </div>
      <div className={classes.pair}>
        <div className={classes.box}>
          <LoaderOverlay visible message="Signing in" />
        </div>
        <div className={classes.box}>
          <LoadingBar visible />
        </div>
      </div>
      <ConfirmDialog opened={open === 'confirm'} onConfirm={close} onCancel={close}>
        Changing the partner removes the three deals of this box.
      </ConfirmDialog>
      <Drawer
        opened={open === 'drawer'}
        onClose={close}
        title="Winter box"
        footer={<Button kind="primary">Save box</Button>}
      >
        <TextInput label="Name" value={name} onChange={setName} />
      </Drawer>
      <FullScreenModal opened={open === 'full'} title="Edit box" onSubmit={close} onCancel={close}>
        <TextInput label="Name" value={name} onChange={setName} />
      </FullScreenModal>
      <MobileActions>
        <Button>Cancel</Button>
        <Button kind="primary">Save box</Button>
      </MobileActions>
    </Panel>
  );
}
