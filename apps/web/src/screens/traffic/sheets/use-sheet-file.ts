/** Rows of a sheet that come from a file. */
import type { CallAnswer } from '@signpost/contract/calls/define-call.ts';
import { readSheetFile } from '@signpost/contract/calls/sheets.ts';
import { ENCODING_PATH, type EncodingName } from '@signpost/contract/reading/encodings.ts';
import { otherSheetsNotice } from '@signpost/contract/reading/table.ts';
import { rowsOfTable } from '@signpost/contract/sheets/pasted.ts';
import { type Cells, SHEET_WORDS, type SheetKind } from '@signpost/contract/sheets/sheet.ts';
import { useState } from 'react';
import { send } from '../../../api/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';

type SheetFile = CallAnswer<typeof readSheetFile>;

/** Names the columns of a file or of the clipboard that the sheet does not have. */
export function sayLeftOut(kind: SheetKind, columns: readonly string[]): void {
  if (columns.length === 0) return;
  showSnackbar({
    type: 'normal',
    message: `These columns are not part of a ${SHEET_WORDS[kind].one} and were left out: ${columns.join(', ')}.`,
  });
}

/** A file that is not in Unicode. Its rows are added when the person has seen how they are read. */
interface QuestionedFile {
  file: File;
  encoding: EncodingName | null;
  /** Its rows; null if the person must choose the encoding first. */
  found: SheetFile | null;
  problem: string | null;
}

/** Reads a file into rows behind those that are there. */
export function useSheetFile(kind: SheetKind, onRows: (cells: readonly Cells[]) => void) {
  const [question, setQuestion] = useState<QuestionedFile | null>(null);
  const addRows = ({ cells: table, otherSheets }: SheetFile) => {
    const { cells, unknown } = rowsOfTable(kind, table);
    onRows(cells);
    sayLeftOut(kind, unknown);
    const notice = otherSheetsNotice(otherSheets);
    if (notice !== null) showSnackbar({ type: 'normal', message: notice });
    setQuestion(null);
  };
  const read = useAction(
    ({ file, encoding }: { file: File; encoding: EncodingName | null }) => {
      const body = new FormData();
      // The server reads fields only before the file.
      if (encoding !== null) body.append(ENCODING_PATH, encoding);
      body.append('file', file);
      return send(readSheetFile, { body });
    },
    {
      refresh: [],
      onDone: (found, asked) => {
        if (found.encoding === null) addRows(found);
        else setQuestion({ ...asked, found, problem: null });
      },
      onRefused: ({ errors }) => {
        const about = errors.find(({ path }) => path === ENCODING_PATH);
        const asked = read.variables;
        if (about === undefined || asked === undefined) return false;
        setQuestion({ ...asked, found: null, problem: about.message });
        return true;
      },
    },
  );
  return {
    choose: (file: File) => read.mutate({ file, encoding: null }),
    question,
    isReading: read.isPending,
    chooseEncoding: (encoding: EncodingName) => {
      if (question === null) return;
      setQuestion({ ...question, encoding, problem: null });
      read.mutate({ file: question.file, encoding });
    },
    addRows: () => {
      if (question !== null && question.found !== null) addRows(question.found);
    },
    dismiss: () => setQuestion(null),
  };
}

export type SheetFileState = ReturnType<typeof useSheetFile>;
