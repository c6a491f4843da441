/** `/sheets/edit/{id}`: the rows of a sheet of any kind, its request and its links. */
import { readSheet } from '@signpost/contract/calls/sheets.ts';
import { idOf, useScreenParams } from '../../address/use-params.ts';
import { CallError } from '../../api/call-error.tsx';
import { useCall } from '../../api/calls.ts';
import { FormSkeleton } from '../../ui/feedback/states.tsx';
import { SheetEditor } from './sheet-editor.tsx';

export default function SheetEditPage() {
  const { id } = useScreenParams();
  const params = { id: idOf(id) };
  const { data, error, refetch } = useCall(readSheet, { params }, { staleTime: 0 });
  if (error !== null && data === undefined) return <CallError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <FormSkeleton fields={6} />;
  return <SheetEditor key={data.id} kind={data.kind} sheet={data} />;
}
