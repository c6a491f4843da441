import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonKind } from '../ui/button.tsx';
import { undoChange } from './undo.ts';

interface Props {
  /** The request that made the change. */
  requestId: string;
  kind?: ButtonKind | undefined;
  children: ReactNode;
}

/** Takes back one change of the viewer. */
export function UndoButton({ requestId, kind, children }: Props) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      kind={kind}
      loading={isBusy}
      onClick={() => {
        setBusy(true);
        void undoChange(client, requestId).finally(() => setBusy(false));
      }}
    >
      {children}
    </Button>
  );
}
