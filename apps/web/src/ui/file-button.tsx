import { FileButton as MantineFileButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface FileButtonProps {
  /** In the form that the browser's file dialog accepts: `.csv,text/csv`. */
  accept: string;
  onFile: (file: File) => void;
  icon?: ReactNode;
  children: ReactNode;
}

/** A button that lets a person choose one file. */
export function FileButton({ accept, onFile, icon, children }: FileButtonProps) {
  return (
    <MantineFileButton accept={accept} onChange={(file) => file !== null && onFile(file)}>
      {({ onClick }) => (
        <Button onClick={onClick} icon={icon}>
          {children}
        </Button>
      )}
    </MantineFileButton>
  );
}
