/** Images of a record: uploaded at once, and kept as references until the form is saved. */
import { uploadImage } from '@signpost/contract/calls/images.ts';
import type { ImagesField } from '@signpost/contract/define/field.ts';
import type { Image } from '@signpost/contract/define/image.ts';
import {
  addImage,
  IMAGE_TYPE_MESSAGE,
  isAcceptedImage,
  moveImage,
  offerThumbHint,
  removeImage,
  visibleImages,
} from '@signpost/contract/records/images.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useState } from 'react';
import { send } from '../api/calls.ts';
import type { FieldProps } from '../ui/fields/field.ts';
import { type ImageItem, ImageList } from '../ui/fields/image-list.tsx';

const asItem = (image: Image): ImageItem => ({
  position: image.position,
  file: null,
  value: image.small ?? image.path,
  path: image.path,
  small: image.small !== null,
  deleted: image.deleted,
});

async function upload(file: File): Promise<Image> {
  const body = new FormData();
  body.append('file', file);
  return (await send(uploadImage, { body })).data;
}

export function ImagesInput({
  field,
  value,
  onChange,
  label,
  disabled = false,
  errors = [],
}: FieldProps<unknown> & { field: ImagesField }) {
  const [problem, setProblem] = useState<string | null>(null);
  const images = Array.isArray(value) ? (value as Image[]) : [];
  const find = (item: ImageItem) =>
    images.find((image) => image.path === item.path && image.position === item.position);

  async function add(files: File[]) {
    const wrong = files.find((file) => !isAcceptedImage(file));
    setProblem(wrong ? `${wrong.name}: ${IMAGE_TYPE_MESSAGE}` : null);
    let list = images;
    for (const file of files.filter(isAcceptedImage).slice(0, field.max - images.length)) {
      try {
        list = addImage(list, await upload(file));
        const hint = offerThumbHint(file.size);
        if (hint && field.thumbs === true) setProblem(hint);
      } catch (error) {
        setProblem(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    onChange(list);
  }

  return (
    <ImageList
      label={label}
      images={images.map(asItem)}
      disabled={disabled}
      errors={problem ? [problem, ...errors] : errors}
      large={field.thumbs}
      hint={field.thumbs === true ? TEXT.offerThumbHint : undefined}
      highlightedText={field.highlights === true ? TEXT.highlighted : undefined}
      onAdd={(files) => void add(files)}
      onMove={(item, by) => {
        const image = find(item);
        if (image) onChange(moveImage(images, image, visibleImages(images).indexOf(image) + by));
      }}
      onDelete={(item, deleted) => {
        const image = find(item);
        if (image)
          onChange(
            deleted
              ? removeImage(images, image)
              : images.map((one) => (one === image ? { ...one, deleted: false } : one)),
          );
      }}
    />
  );
}
