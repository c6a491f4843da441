import { showGamblingImport, uploadGamblingFile } from '@signpost/contract/calls/ledger.ts';
import { gamblingImport } from '@signpost/contract/entities/gambling-import.ts';
import { type EncodingName, encodingNotice } from '@signpost/contract/reading/encodings.ts';
import type { GamblingImport } from '@signpost/contract/records/gambling-import.ts';
import { send } from '../../../api/calls.ts';
import { useOnceKey } from '../../../api/once-key.ts';
import { useAction } from '../../../api/use-action.ts';
import { EncodingChoice } from '../../../ui/fields/encoding-choice.tsx';
import classes from './import.module.css';
import { type ChosenFile, uploadForm } from './upload-form.ts';

interface Props {
  one: GamblingImport;
  /** The uploaded file; null if the page was opened again after the upload. */
  source: ChosenFile | null;
}

/** Names the encoding in which the file was read, and reads it again in another one. Unicode files show nothing. */
export function FileEncoding({ one, source }: Props) {
  const once = useOnceKey();
  const again = useAction(
    ({ file, encoding }: { file: ChosenFile; encoding: EncodingName }) =>
      send(
        uploadGamblingFile,
        { body: uploadForm(file, { encoding, importId: one.id }) },
        { idempotencyKey: once.keyNow() },
      ),
    {
      refresh: [showGamblingImport, ['records', gamblingImport.name]],
      said: () => 'The file was read again. Map the columns.',
    },
  );
  const readAs = one.detected.encoding ?? null;
  if (readAs === null) return null;
  if (source === null)
    return (
      <p className={classes.encoding}>{encodingNotice(readAs)} Upload the file again to read it in another encoding.</p>
    );
  return (
    <div className={classes.encoding}>
      <EncodingChoice
        readAs={readAs}
        value={again.isPending ? again.variables.encoding : null}
        disabled={again.isPending}
        onChange={(encoding) => {
          once.renew();
          again.mutate({ file: source, encoding });
        }}
      />
    </div>
  );
}
