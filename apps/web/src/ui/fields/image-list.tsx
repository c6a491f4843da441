import { Input } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconArrowDown, IconArrowUp, IconPhoto, IconRestore, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button, IconButton } from '../button.tsx';
import { Badge } from '../values.tsx';
import classes from './image-list.module.css';

/** An image of the spec: an uploaded file, or a stored value; deleted ones stay until the form is saved. */
export interface ImageItem {
  position: number;
  file: File | null;
  value: string | null;
  path: string | null;
  small: boolean;
  deleted: boolean;
}

export interface ImageListProps {
  label: string;
  images: readonly ImageItem[];
  onChange: (images: ImageItem[]) => void;
  /** 300 px square instead of 150 px wide. */
  large?: boolean;
  /** "A single offer thumb must be under 200 kb". */
  hint?: ReactNode;
  errors?: readonly string[];
  disabled?: boolean;
}

const TYPES = ['image/jpeg', 'image/png'];

/** Whether a file may be added: jpeg, jpg or png, by both its type and its name. */
export function isAllowedImage(file: { name: string; type: string }): boolean {
  return TYPES.includes(file.type) && /\.(jpe?g|png)$/i.test(file.name);
}

/** The images in their order, numbered again from 0. Deleted ones keep their place at the end. */
export function reorder(images: readonly ImageItem[]): ImageItem[] {
  const kept = images.filter((image) => !image.deleted);
  const gone = images.filter((image) => image.deleted);
  return [...kept, ...gone].map((image, position) => ({ ...image, position }));
}

function Thumbnail({ image, large }: { image: ImageItem; large: boolean }) {
  const [source, setSource] = useState(image.path ?? image.value);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    setFailed(false);
    if (image.file === null) return setSource(image.path ?? image.value);
    const url = URL.createObjectURL(image.file);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [image.file, image.path, image.value]);
  if (failed || source === null) {
    return (
      <span
        className={classes.fallback}
        data-large={large || undefined}
        role="img"
        aria-label="This image could not be loaded"
      >
        <IconPhoto size={24} stroke={1.5} aria-hidden />
      </span>
    );
  }
  return (
    <img
      className={classes.thumbnail}
      data-large={large || undefined}
      src={source}
      alt={`Position ${image.position + 1}`}
      onError={() => setFailed(true)}
    />
  );
}

/** Images with position, a highlighted first one, deletion that can be taken back, and a place to drop new ones. */
export function ImageList({ label, images, onChange, large = false, hint, errors, disabled = false }: ImageListProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const add = (files: File[]) => {
    const wrong = files.filter((file) => !isAllowedImage(file));
    setRefused(
      wrong.length === 0
        ? null
        : `Only jpeg, jpg and png are accepted, not ${wrong.map((file) => file.name).join(', ')}.`,
    );
    const added = files
      .filter(isAllowedImage)
      .map((file) => ({ position: 0, file, value: null, path: null, small: false, deleted: false }));
    if (added.length > 0)
      onChange(
        reorder([...images.filter((image) => !image.deleted), ...added, ...images.filter((image) => image.deleted)]),
      );
  };
  const swap = (at: number, to: number) => {
    const next = [...images];
    const [one, other] = [next[at], next[to]];
    if (one === undefined || other === undefined) return;
    next[at] = other;
    next[to] = one;
    onChange(reorder(next));
  };
  const setDeleted = (at: number, deleted: boolean) =>
    onChange(reorder(images.map((image, it) => (it === at ? { ...image, deleted } : image))));
  const kept = images.filter((image) => !image.deleted).length;
  const error = refused ?? errors?.[0];
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      {...(error === undefined ? {} : { error })}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...(hint === undefined ? {} : { description: hint })}
    >
      <ul className={classes.list}>
        {images.map((image, at) => (
          <li
            key={`${image.position} ${image.path ?? image.value ?? image.file?.name}`}
            className={classes.item}
            data-deleted={image.deleted || undefined}
          >
            <Thumbnail image={image} large={large} />
            <div className={classes.foot}>
              {at === 0 && !image.deleted && <Badge tone="accent">Highlighted</Badge>}
              {image.deleted ? (
                <Button kind="quiet" icon={<IconRestore size={14} aria-hidden />} onClick={() => setDeleted(at, false)}>
                  Keep
                </Button>
              ) : (
                <span className={classes.actions}>
                  <IconButton
                    label={`Move image ${at + 1} forward`}
                    disabled={disabled || at === 0}
                    onClick={() => swap(at, at - 1)}
                  >
                    <IconArrowUp size={14} aria-hidden />
                  </IconButton>
                  <IconButton
                    label={`Move image ${at + 1} back`}
                    disabled={disabled || at >= kept - 1}
                    onClick={() => swap(at, at + 1)}
                  >
                    <IconArrowDown size={14} aria-hidden />
                  </IconButton>
                  <IconButton label={`Delete image ${at + 1}`} disabled={disabled} onClick={() => setDeleted(at, true)}>
                    <IconTrash size={14} aria-hidden />
                  </IconButton>
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Dropzone
        className={classes.drop ?? ''}
        onDrop={add}
        disabled={disabled}
        multiple
        inputProps={{ 'aria-label': `Add to ${label}`, accept: '.jpeg,.jpg,.png' }}
      >
        <span className={classes.dropText}>
          <IconPhoto size={16} aria-hidden /> Drop images here or choose files
        </span>
      </Dropzone>
    </Input.Wrapper>
  );
}
