import { IconExternalLink, IconQrcode } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { CopyButton } from '../../../ui/values/copy-button.tsx';
import classes from './link-bar.module.css';
import { QrDialog } from './qr-dialog.tsx';
import { useLinkBase } from './use-link-base.ts';

interface Props {
  /** Relative to the host of links. */
  path: string;
  /** Further actions on the link. */
  children?: ReactNode;
}

/** A visitors' link with copy, open and QR code buttons. */
export function LinkBar({ path, children }: Props) {
  const { base, error, retry } = useLinkBase();
  if (base === null && error !== null)
    return (
      <div className={classes.link} role="alert">
        <span className={classes.url}>The host of the link could not be loaded. {error.message}</span>
        <Button onClick={retry}>Try again</Button>
      </div>
    );
  if (base === null) return <div className={classes.link} aria-busy />;
  const url = `${base}${path}`;
  return (
    <div className={classes.link}>
      <span className={classes.label}>Link</span>
      <code className={classes.url}>{url}</code>
      <CopyButton value={url} label="Copy link" />
      <IconButton label="Open link in a new tab" href={url} target="_blank">
        <IconExternalLink size={16} aria-hidden />
      </IconButton>
      <DialogButton
        icon={<IconQrcode size={16} aria-hidden />}
        dialog={(close) => (
          <QrDialog url={url} onClose={close} onError={({ message }) => showSnackbar({ type: 'error', message })} />
        )}
      >
        QR code
      </DialogButton>
      {children}
    </div>
  );
}
