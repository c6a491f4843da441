/** The steps of a sheet: request, take back, reject, make. */
import {
  makeSheetBoxes,
  readSheet,
  rejectSheet,
  requestSheet,
  withdrawSheet,
} from '@signpost/contract/calls/sheets.ts';
import { boxSheet } from '@signpost/contract/entities/box-sheet.ts';
import { seoBoxSheet } from '@signpost/contract/entities/seo-box-sheet.ts';
import { countedInSheet, SHEET_WORDS, type Sheet } from '@signpost/contract/sheets/sheet.ts';
import { recordsKey, send } from '../../../api/calls.ts';
import { ReasonDialog } from '../../../api/reason-dialog.tsx';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { formatNumber } from '../../../ui/values/format.ts';

interface Props {
  sheet: Sheet;
  filled: number;
  hasErrors: boolean;
  /** Saves what is typed; null if that must be looked at first. */
  save: () => Promise<{ rowsVersion: number } | null>;
  onDone: () => void;
}

const REFRESH = [readSheet, recordsKey(boxSheet), recordsKey(seoBoxSheet)];
class NotSaved extends Error {
  override message = 'Somebody else saved this sheet meanwhile. Check the rows and try again.';
}

export function SheetSteps({ sheet, filled, hasErrors, save, onDone }: Props) {
  const { id, kind, may, state } = sheet;
  const counted = (count: number) => countedInSheet(kind, count, formatNumber(count));
  const params = { id };
  const savedVersion = async (): Promise<number> => {
    const saved = await save();
    if (saved === null) throw new NotSaved();
    return saved.rowsVersion;
  };
  const request = useAction(
    async () => await send(requestSheet, { params, body: { rowsVersion: await savedVersion() } }),
    { refresh: REFRESH, said: () => `${counted(filled)} requested.`, onDone },
  );
  const withdraw = useAction(async () => await send(withdrawSheet, { params }), {
    refresh: REFRESH,
    said: () => 'The request was taken back. You can change the rows again.',
    onDone,
  });
  const make = useAction(
    async () => await send(makeSheetBoxes, { params, body: { rowsVersion: await savedVersion() } }),
    {
      refresh: REFRESH,
      said: ({ made }) => {
        if (made === null) return `The ${SHEET_WORDS[kind].many} are being made.`;
        return `${counted(made)} made. Their links stand in the sheet.`;
      },
      onDone,
    },
  );
  const isReady = filled > 0 && !hasErrors;
  const isBusy = request.isPending || make.isPending || withdraw.isPending;
  return (
    <>
      {may.withdraw && (
        <Button disabled={isBusy} onClick={() => withdraw.mutate(undefined)}>
          Take request back
        </Button>
      )}
      {may.process && state === 'requested' && (
        <DialogButton
          disabled={isBusy}
          dialog={(close) => (
            <ReasonDialog
              call={rejectSheet}
              name="reason"
              run={(reason) => send(rejectSheet, { params, body: { reason } })}
              refresh={REFRESH}
              said="The request was rejected, and its person is told why."
              title="Reject request"
              submitLabel="Reject"
              help="The person who asked reads it and can mend the rows."
              lines={3}
              onClose={close}
              onDone={onDone}
            />
          )}
        >
          Reject
        </DialogButton>
      )}
      {may.request && (
        <Button
          kind={may.process ? 'default' : 'primary'}
          disabled={!isReady || isBusy}
          loading={request.isPending}
          onClick={() => request.mutate(undefined)}
        >
          {`Request ${counted(filled)}`}
        </Button>
      )}
      {may.process && (
        <Button
          kind="primary"
          disabled={!isReady || isBusy}
          loading={make.isPending}
          onClick={() => make.mutate(undefined)}
        >
          {`Make ${counted(filled)}`}
        </Button>
      )}
    </>
  );
}
