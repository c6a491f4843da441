/** The Google sheet of a sheet: connecting, syncing, and what both sides changed. */
import { sheetAddress, sheetAddressIn } from '@signpost/contract/sheets/google/read.ts';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useState } from 'react';
import { useUser } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/feedback/confirm-button.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
import { Time } from '../../../ui/values/values.tsx';
import classes from './google-panel.module.css';
import type { Google } from './use-google.ts';

/** Opens the dialog that connects a Google sheet; nothing while the sheet has one. */
export function ConnectGoogle({ google }: { google: Google }) {
  if (!google.isLoaded || google.link !== null || !google.maySync) return null;
  return (
    <DialogButton
      icon={<IconBrandGoogle size={16} aria-hidden />}
      loading={google.isBusy}
      dialog={(close) => <ConnectDialog google={google} onClose={close} />}
    >
      Google Sheets
    </DialogButton>
  );
}

function ConnectDialog({ google, onClose }: { google: Google; onClose: () => void }) {
  const [address, setAddress] = useState('');
  const text = address.trim();
  const isAddress = text === '' || sheetAddressIn(text) !== null;
  const renderSetup = () => {
    if (google.setup === null)
      return (
        <p className={classes.text}>
          Google sign-in isn’t set up: an administrator has to set <code>GOOGLE_CLIENT_ID</code> on the server, and
          register this address with Google. Until then, paste from Google Sheets, or use CSV and XLSX files.
        </p>
      );
    return (
      <>
        <p className={classes.text}>
          Both sheets keep each other up to date whenever you press “Sync”. A new Google sheet is created in your Drive,
          unless you name one that exists.
        </p>
        <TextInput
          label="Address of a Google sheet"
          value={address}
          onChange={setAddress}
          placeholder="https://docs.google.com/spreadsheets/d/…"
          help="Leave it empty to create a new one. In an existing one, the first row holds the names of the columns."
          errors={isAddress ? [] : ['Copy the address from the browser while the Google sheet is open.']}
        />
      </>
    );
  };
  return (
    <FormDialog
      opened
      title="Google Sheets"
      submitLabel={text === '' ? 'Create Google sheet' : 'Connect'}
      canSubmit={google.setup !== null && isAddress}
      submitting={google.isBusy}
      onSubmit={() => {
        onClose();
        google.run(text === '' ? 'create' : { connect: text });
      }}
      onCancel={onClose}
    >
      {renderSetup()}
    </FormDialog>
  );
}

/** The line with the connected Google sheet. */
export function GoogleLine({ google }: { google: Google }) {
  const { timeZone } = useUser();
  const { link, setup, waits, isBusy } = google;
  if (link === null) return null;
  const renderSync = () => {
    if (link.syncedAt === null) return 'Not synced yet';
    return (
      <>
        Synced <Time value={link.syncedAt} zone={timeZone} />
        {link.syncedBy !== null && ` by ${link.syncedBy}`}
      </>
    );
  };
  return (
    <section className={classes.line} aria-label="Google sheet">
      <IconBrandGoogle size={16} aria-hidden />
      <a href={sheetAddress(link.spreadsheetId, link.tabId)} target="_blank" rel="noopener noreferrer">
        {link.title}
      </a>
      <span>{renderSync()}</span>
      {link.isOpen && !isBusy && (
        <span className={classes.attention}>The last sync was not confirmed. Sync again to find out what arrived.</span>
      )}
      {google.lacksLinks && !isBusy && (
        <span className={classes.attention}>The links are not in the Google sheet yet. Sync to write them.</span>
      )}
      {waits !== null && (
        <span className={classes.attention} role="status">
          Google asks to wait. Trying again in {Math.ceil(waits / 1_000)} s.
        </span>
      )}
      {setup === null && (
        <span className={classes.attention}>Google sign-in isn’t set up: GOOGLE_CLIENT_ID is missing.</span>
      )}
      {google.maySync && (
        <>
          <Button disabled={setup === null || isBusy} loading={isBusy} onClick={() => google.run('sync')}>
            Sync
          </Button>
          <ConfirmButton
            label="Disconnect"
            kind="quiet"
            disabled={isBusy}
            title="Disconnect the Google sheet?"
            onConfirm={(close) => {
              close();
              google.disconnect();
            }}
          >
            Both sheets keep their rows, but changes no longer go from one to the other.
          </ConfirmButton>
        </>
      )}
    </section>
  );
}
