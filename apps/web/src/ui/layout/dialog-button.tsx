/** Buttons that own what they open, so that screens keep no state for it. */
import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../button.tsx';
import { useDialog } from './use-dialog.tsx';

export type OpenerProps = Omit<ButtonProps, 'onClick' | 'href' | 'target' | 'type' | 'expanded'>;

interface DialogButtonProps extends OpenerProps {
  /** The dialog. It is there while it is open, so that it begins anew each time. */
  dialog: (close: () => void) => ReactNode;
}

/** A button with the dialog that it opens. */
export function DialogButton({ dialog: render, ...button }: DialogButtonProps) {
  const { open, dialog } = useDialog((_: null, close) => render(close));
  return (
    <>
      <Button {...button} onClick={() => open(null)} />
      {dialog}
    </>
  );
}

interface DrawerButtonProps extends OpenerProps {
  /** The drawer or dialog. It stays while it is closed, so that it can slide away and keeps what was typed. */
  drawer: (state: { opened: boolean; onClose: () => void }) => ReactNode;
}

/** A button with the drawer that it opens. */
export function DrawerButton({ drawer, ...button }: DrawerButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpened(true)} />
      {drawer({ opened, onClose: () => setOpened(false) })}
    </>
  );
}
