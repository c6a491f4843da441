import { Input, VisuallyHidden } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import {
  IconArrowDown,
  IconArrowUp,
  IconDownload,
  IconFileTypePdf,
  IconPhoto,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button, IconButton } from '../button.tsx';
import { EMPTY } from '../values/format.ts';
import { Picture } from '../values/picture.tsx';
import { Badge } from '../values/values.tsx';
import classes from './image-list.module.css';

/** An uploaded file or a stored image. Deleted ones stay in the list until the form is saved. */
export interface ImageItem {
  position: number;
  file: File | null;
  value: string | null;
  path: string | null;
  small: boolean;
  deleted: boolean;
  /** The name of a file that is no image; it is shown instead of a picture. */
  documentName?: string | undefined;
}

/** The owner of the list defines its rules (accepted files, positions); this component only reports actions. */
export interface ImageListProps {
  label: string;
  images: readonly ImageItem[];
  /** Files that were dropped or chosen, of any type. */
  onAdd: (files: File[]) => void;
  onMove: (image: ImageItem, by: -1 | 1) => void;
  onDelete: (image: ImageItem, deleted: boolean) => void;
  /** 300 px square instead of 150 px wide. */
  large?: boolean | undefined;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
  disabled?: boolean | undefined;
  /** Marks the first image. */
  highlightedText?: string | undefined;
  /** Files that are no images can be added, opened and downloaded. */
  documents?:
    | { accept: string; onOpen: (image: ImageItem) => void; onDownload: (image: ImageItem) => void }
    | undefined;
}

/** Shows a file that is not an image by its name. */
function DocumentTile({ name, onOpen, onDownload }: { name: string; onOpen: () => void; onDownload: () => void }) {
  return (
    <span className={classes.document}>
      <IconFileTypePdf size={24} stroke={1.5} aria-hidden />
      <span className={classes.documentName}>{name}</span>
      <span className={classes.documentActions}>
        <Button kind="quiet" onClick={onOpen}>
          Open <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
        <IconButton label={`Download ${name}`} onClick={onDownload}>
          <IconDownload size={14} aria-hidden />
        </IconButton>
      </span>
    </span>
  );
}

function Thumbnail({ image, large }: { image: ImageItem; large: boolean }) {
  const [source, setSource] = useState(image.path ?? image.value);
  useEffect(() => {
    if (image.file === null) return setSource(image.path ?? image.value);
    const url = URL.createObjectURL(image.file);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [image.file, image.path, image.value]);
  return (
    <Picture
      className={classes.thumbnail}
      data-large={large || undefined}
      source={source}
      alt={`Position ${image.position + 1}`}
      fallback={
        <span
          className={classes.fallback}
          data-large={large || undefined}
          role="img"
          aria-label="This image could not be loaded"
        >
          <IconPhoto size={24} stroke={1.5} aria-hidden />
        </span>
      }
    />
  );
}

interface PictureProps extends Pick<ImageListProps, 'documents'> {
  image: ImageItem;
  large: boolean;
}

function ImageOrDocument({ image, large, documents }: PictureProps) {
  if (image.documentName === undefined || documents === undefined) return <Thumbnail image={image} large={large} />;
  return (
    <DocumentTile
      name={image.documentName}
      onOpen={() => documents.onOpen(image)}
      onDownload={() => documents.onDownload(image)}
    />
  );
}

interface ItemActionsProps extends Pick<ImageListProps, 'onMove' | 'onDelete'> {
  image: ImageItem;
  /** Its place in the list. */
  at: number;
  /** The number of images that are not deleted. */
  kept: number;
  disabled: boolean;
}

/** Moves and deletes an image, or keeps one that was deleted. */
function ItemActions({ image, at, kept, disabled, onMove, onDelete }: ItemActionsProps) {
  if (image.deleted)
    return (
      <Button kind="quiet" icon={<IconRestore size={14} aria-hidden />} onClick={() => onDelete(image, false)}>
        Keep
      </Button>
    );
  const noun = image.documentName === undefined ? 'image' : 'file';
  return (
    <span className={classes.actions}>
      <IconButton
        label={`Move ${noun} ${at + 1} forward`}
        disabled={disabled || at === 0}
        onClick={() => onMove(image, -1)}
      >
        <IconArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton
        label={`Move ${noun} ${at + 1} back`}
        disabled={disabled || at >= kept - 1}
        onClick={() => onMove(image, 1)}
      >
        <IconArrowDown size={14} aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${noun} ${at + 1}`} disabled={disabled} onClick={() => onDelete(image, true)}>
        <IconTrash size={14} aria-hidden />
      </IconButton>
    </span>
  );
}

function Drop({ label, onAdd, documents }: Pick<ImageListProps, 'label' | 'onAdd' | 'documents'>) {
  return (
    <Dropzone
      className={classes.drop ?? ''}
      onDrop={onAdd}
      multiple
      inputProps={{
        'aria-label': `Add to ${label}`,
        accept: ['.jpeg,.jpg,.png', documents?.accept].filter((one) => one !== undefined).join(','),
      }}
    >
      <span className={classes.dropText}>
        <IconPhoto size={16} aria-hidden /> Drop {documents === undefined ? 'images' : 'files'} here or choose files
      </span>
    </Dropzone>
  );
}

/** Images with positions, a highlighted first image, deletion that can be undone, and a drop zone. */
export function ImageList(props: ImageListProps) {
  const { label, images, hint, errors, large = false, disabled = false, highlightedText, documents } = props;
  const kept = images.filter((image) => !image.deleted).length;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={errors?.[0]}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={hint}
    >
      <ul className={classes.list}>
        {images.map((image, at) => (
          <li
            key={`${image.position} ${image.path ?? image.value ?? image.file?.name}`}
            className={classes.item}
            data-deleted={image.deleted || undefined}
          >
            {at === 0 && !image.deleted && highlightedText !== undefined && (
              <span className={classes.mark}>
                <Badge tone="accent">{highlightedText}</Badge>
              </span>
            )}
            <ImageOrDocument image={image} large={large} documents={documents} />
            <div className={classes.foot}>
              <ItemActions
                image={image}
                at={at}
                kept={kept}
                disabled={disabled}
                onMove={props.onMove}
                onDelete={props.onDelete}
              />
            </div>
          </li>
        ))}
      </ul>
      {disabled && images.length === 0 && <span>{EMPTY}</span>}
      {!disabled && <Drop label={label} onAdd={props.onAdd} documents={documents} />}
    </Input.Wrapper>
  );
}
