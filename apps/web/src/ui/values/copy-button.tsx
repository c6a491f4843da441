import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../button.tsx';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 1500;

export interface CopyButtonProps {
  /** The text to copy. */
  value: string;
  label?: string | undefined;
}

/** Copies to the clipboard and shows whether it worked. */
export function CopyButton({ value, label = 'Copy' }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    copyText(value).then(
      () => setState('copied'),
      (error: unknown) => {
        console.error('Copying to the clipboard failed.', error);
        setState('refused');
      },
    );
  const Icon = { idle: IconCopy, copied: IconCheck, refused: IconAlertTriangle }[state];
  return (
    <IconButton
      label={{ idle: label, copied: 'Copied', refused: 'The browser refused to copy' }[state]}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      <Icon size={14} aria-hidden />
    </IconButton>
  );
}
