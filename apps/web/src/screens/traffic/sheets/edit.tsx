/** `/sheets/edit/{id}`: the rows of a sheet of any kind, its request and its links. */

import { readSheet } from '@signpost/contract/calls/sheets.ts';
import { idOf, useScreenParams } from '../../../address/use-params.ts';
import { useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { SheetEditor } from './sheet-editor.tsx';

export default function SheetEditPage() {
  const { id } = useScreenParams();
  const params = { id: idOf(id) };
  const answer = useCall(readSheet, { params }, { staleTime: 0 });
  return (
    <Loaded of={answer} keepsData skeleton={<FormSkeleton fields={6} />}>
      {(data) => <SheetEditor key={data.id} kind={data.kind} sheet={data} />}
    </Loaded>
  );
}
