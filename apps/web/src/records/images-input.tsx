/** Images of a record: uploaded at once, and kept as references until the form is saved. */
import { downloadAttachment, uploadAttachment } from '@signpost/contract/calls/attachments.ts';
import { uploadImage } from '@signpost/contract/calls/images.ts';
import type { ImagesField } from '@signpost/contract/define/field.ts';
import { attachmentIdOf, type Image } from '@signpost/contract/define/image.ts';
import {
  ATTACHMENT_TYPE_MESSAGE,
  addImage,
  IMAGE_TYPE_MESSAGE,
  isAcceptedImage,
  isPdfFile,
  moveImage,
  offerThumbHint,
  removeImage,
  visibleImages,
} from '@signpost/contract/define/image-files.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useState } from 'react';
import { send } from '../api/calls.ts';
import { ApiError } from '../api/error.ts';
import { openFile, saveFile } from '../api/save-file.ts';
import type { FieldProps } from '../ui/fields/field.ts';
import { type ImageItem, ImageList } from '../ui/fields/image-list.tsx';

const asItem = (image: Image): ImageItem => ({
  position: image.position,
  file: null,
  value: image.small ?? image.path,
  path: image.path,
  small: image.small !== null,
  deleted: image.deleted,
  documentName: attachmentIdOf(image.path) === undefined ? undefined : image.value,
});

async function upload(file: File): Promise<Image> {
  const body = new FormData();
  body.append('file', file);
  return (await send(isPdfFile(file) ? uploadAttachment : uploadImage, { body })).data;
}

/** Opens or saves the PDFs among the attachments of a record. */
const DOCUMENTS = {
  accept: '.pdf',
  onOpen: ({ path }: ImageItem) => {
    const id = attachmentIdOf(path);
    if (id !== undefined) void openFile(downloadAttachment, { params: { id } });
  },
  onDownload: ({ path, documentName = 'attachment.pdf' }: ImageItem) => {
    const id = attachmentIdOf(path);
    if (id !== undefined) void saveFile(downloadAttachment, { params: { id } }, documentName);
  },
};

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
    const isAccepted = (file: File): boolean => isAcceptedImage(file) || (field.documents === true && isPdfFile(file));
    const wrong = files.find((file) => !isAccepted(file));
    setProblem(wrong ? `${wrong.name}: ${field.documents ? ATTACHMENT_TYPE_MESSAGE : IMAGE_TYPE_MESSAGE}` : null);
    let list = images;
    for (const file of files.filter(isAccepted).slice(0, field.max - images.length)) {
      try {
        list = addImage(list, await upload(file));
        const hint = offerThumbHint(file.size);
        if (hint && field.thumbs === true) setProblem(hint);
      } catch (error) {
        setProblem(`${file.name}: ${error instanceof ApiError ? error.reason : String(error)}`);
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
      documents={field.documents === true ? DOCUMENTS : undefined}
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
              : images.map((one) => {
                  if (one === image) return { ...one, deleted: false };
                  return one;
                }),
          );
      }}
    />
  );
}
