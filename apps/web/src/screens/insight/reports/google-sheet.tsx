/** Makes a file of a report a Google sheet in the person's Drive, with the person's own token (docs/decisions/0240). */
import { planReportGoogleSheet } from '@signpost/contract/calls/reports.ts';
import type { ReportFile } from '@signpost/contract/insight/reports/downloads.ts';
import { GoogleFailure, makeGoogleSheet } from '@signpost/contract/sheets/google/carry-out.ts';
import { sheetAddress } from '@signpost/contract/sheets/google/read.ts';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { send } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { askForSheets, forgetSheetsToken, takeSheetsStep, tokenForSheets } from '../../../api/google.ts';
import { sayRefusal } from '../../../api/say-refusal.ts';
import { useUser } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';

const NOT_SET_UP = 'Google sign-in isn’t set up: an administrator has to set GOOGLE_CLIENT_ID on the server.';
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

interface Props {
  downloadId: number;
  file: ReportFile;
}

export function OpenAsGoogleSheet({ downloadId, file }: Props) {
  const user = useUser();
  const subject = `report file ${file.id}`;
  /** Without a token, the person goes to Google first, and the step goes on when they are back. */
  const run = useMutation({
    mutationFn: async () => {
      const { data } = await send(planReportGoogleSheet, { params: { id: downloadId, fileId: file.id } });
      const { setup, sheet } = data;
      if (setup === null || sheet === null) throw new Error(NOT_SET_UP);
      const token = tokenForSheets(user.id);
      if (token === null) {
        askForSheets({ ...setup, email: user.email, next: { subject, personId: user.id, step: 'create' } });
        return null;
      }
      const { spreadsheetId, tabId, title } = await makeGoogleSheet({ baseUrl: setup.sheetsUrl, token, wait }, sheet);
      showSnackbar({ type: 'success', message: 'The Google sheet is in your Drive.' });
      return { address: sheetAddress(spreadsheetId, tabId), title };
    },
    onError: (error) => {
      if (error instanceof GoogleFailure && error.code === 'expired') forgetSheetsToken();
      if (error instanceof ApiError) sayRefusal(error);
      else showSnackbar({ type: 'error', message: error.message });
    },
  });
  const goOn = useEffectEvent(async () => {
    const waiting = await takeSheetsStep(subject, user.id);
    if (waiting === null) return;
    if (waiting.failure !== null) showSnackbar({ type: 'error', message: waiting.failure });
    else run.mutate();
  });
  useEffect(() => {
    void goOn();
  }, []);
  if (run.data)
    return (
      <a href={run.data.address} target="_blank" rel="noopener noreferrer">
        Google sheet “{run.data.title}”
      </a>
    );
  return (
    <Button icon={<IconBrandGoogle size={16} aria-hidden />} loading={run.isPending} onClick={() => run.mutate()}>
      Open as Google Sheet
    </Button>
  );
}
