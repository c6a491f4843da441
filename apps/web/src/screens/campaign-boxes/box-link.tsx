import { boxPath } from '@signpost/contract/clicks/link-settings.ts';
import { QR_DEFAULTS } from '@signpost/contract/limits.ts';
import { IconExternalLink } from '@tabler/icons-react';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrDownload } from '../../ui/qr-download.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import classes from './box.module.css';
import { useLinkBase } from './use-link-base.ts';

/** The link of a box: to copy, to open, as QR code. */
export function BoxLink({ id }: { id: number }) {
  const base = useLinkBase();
  if (base === null) return <div className={classes.link} aria-busy />;
  const url = `${base}${boxPath(id)}`;
  return (
    <div className={classes.link}>
      <span className={classes.linkLabel}>Link</span>
      <code className={classes.url}>{url}</code>
      <CopyButton value={url} label="Copy link" />
      <IconButton label="Open link in a new tab" href={url} target="_blank">
        <IconExternalLink size={16} aria-hidden />
      </IconButton>
      <QrDownload
        url={url}
        fileName={QR_DEFAULTS.fileName}
        onError={(error) => showSnackbar({ type: 'error', message: error.message })}
      />
    </div>
  );
}
