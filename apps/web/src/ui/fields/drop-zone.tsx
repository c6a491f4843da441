import { type DragEvent, useState } from 'react';
import { FileButton } from '../file-button.tsx';
import { formatBytes } from '../values/format.ts';
import classes from './drop-zone.module.css';

export interface DropZoneProps {
  label: string;
  /** In the form that the browser's file dialog accepts: `.pdf,application/pdf`. */
  accept: string;
  value: File | null;
  onChange: (file: File) => void;
  help?: string | undefined;
  errors?: readonly string[] | undefined;
}

/** A file that is dropped here, or chosen in the browser's dialog. */
export function DropZone({ label, accept, value, onChange, help, errors = [] }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onChange(file);
  };
  return (
    <fieldset
      className={classes.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend className={classes.label}>{label}</legend>
      <span>{value === null ? 'Drop the file here, or' : `${value.name} (${formatBytes(value.size)})`}</span>
      <FileButton accept={accept} onFile={onChange}>
        {value === null ? 'Choose a file' : 'Choose another file'}
      </FileButton>
      {help !== undefined && <span className={classes.help}>{help}</span>}
      {errors[0] !== undefined && (
        <span role="alert" className={classes.error}>
          {errors[0]}
        </span>
      )}
    </fieldset>
  );
}
