/** Image lists: accepted types, order, and the highlighted image. */

import { OFFER_THUMB_HINT_KB } from '../limits.ts';
import { TEXT } from '../texts.ts';
import type { Image } from './image.ts';

/** For `<input accept>` and for the server's check of the decoded file. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;
export const IMAGE_EXTENSIONS = ['jpeg', 'jpg', 'png'] as const;

/** Refusal of any other file. */
export const IMAGE_TYPE_MESSAGE = 'Images have to be jpeg, jpg or png.';

/** Whether a chosen file is an accepted image, by its name and type. The server also decodes it. */
export function isAcceptedImage(file: Readonly<{ name: string; type: string }>): boolean {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  const named = file.name.includes('.') && IMAGE_EXTENSIONS.some((it) => it === extension);
  return named && (file.type === '' || IMAGE_TYPES.some((it) => it === file.type.toLowerCase()));
}

/** Refusal of a file that is neither an image nor a PDF, where both are accepted. */
export const ATTACHMENT_TYPE_MESSAGE = 'Attachments have to be PDF, jpeg, jpg or png.';

/** Whether a chosen file is a PDF, by its name and type. The server also checks its content. */
export const isPdfFile = ({ name, type }: Readonly<{ name: string; type: string }>): boolean =>
  /\.pdf$/i.test(name) && (type === '' || type.toLowerCase() === 'application/pdf');

/** The hint for a single offer thumb that is too heavy; the file is accepted anyway. */
export function offerThumbHint(bytes: number): string | null {
  if (bytes >= OFFER_THUMB_HINT_KB * 1000) return TEXT.offerThumbHint;
  return null;
}

/** The images that are shown, in their order. */
export function visibleImages<T extends Image>(images: readonly T[]): T[] {
  return images.filter((image) => !image.deleted).sort((one, other) => one.position - other.position);
}

/** Numbers the shown images from 0; deleted ones follow, kept so that the server learns of them. */
const numbered = <T extends Image>(shown: readonly T[], all: readonly T[]): T[] =>
  [...shown, ...all.filter((image) => image.deleted)].map((image, position) => ({ ...image, position }));

/** The list with an image added at its end. */
export function addImage<T extends Image>(images: readonly T[], image: T): T[] {
  return numbered([...visibleImages(images), { ...image, deleted: false }], images);
}

/**
 * The list without an image: an image that the server knows (it has a path) is marked as deleted, a new one is dropped.
 */
export function removeImage<T extends Image>(images: readonly T[], image: T): T[] {
  const rest = visibleImages(images).filter((it) => it !== image);
  const kept = image.path === null ? images : images.map((it) => (it === image ? { ...it, deleted: true } : it));
  return numbered(rest, kept);
}

/** The list with a shown image moved to another place; a place outside the list means its nearest end. */
export function moveImage<T extends Image>(images: readonly T[], image: T, place: number): T[] {
  const rest = visibleImages(images).filter((it) => it !== image);
  if (rest.length === visibleImages(images).length) return [...images];
  return numbered(rest.toSpliced(Math.max(0, place), 0, image), images);
}
