import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import type { ButtonKind } from '../ui/button.tsx';
import { undoChange } from './undo.ts';

interface Props {
  /** The request that made the change. */
  requestId: string;
  kind?: ButtonKind | undefined;
  children: ReactNode;
}

/** Takes back one change of the viewer. */
export function UndoButton({ requestId, ...button }: Props) {
  const client = useQueryClient();
  return <BusyButton {...button} onPress={() => undoChange(client, requestId)} />;
}
