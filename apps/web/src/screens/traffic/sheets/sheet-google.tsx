/** Everything about Google Sheets on the screen of a sheet. */
import type { Sheet, SheetRow } from '@signpost/contract/sheets/sheet.ts';
import { GoogleConflicts } from './google-conflicts.tsx';
import { ConnectGoogle, GoogleLine } from './google-panel.tsx';
import { useGoogle } from './use-google.ts';

interface Props {
  sheet: Sheet;
  rows: readonly SheetRow[];
  save: () => Promise<unknown>;
  reload: () => Promise<void>;
}

export function SheetGoogle({ sheet, rows, save, reload }: Props) {
  const google = useGoogle({ sheet, save, reload });
  return (
    <>
      <ConnectGoogle google={google} />
      <GoogleLine google={google} />
      <GoogleConflicts
        kind={sheet.kind}
        rows={rows}
        google={google}
        canDecide={sheet.may.edit && google.setup !== null}
      />
    </>
  );
}
