/**
 * Pages that say what a link or a browser carries, rendered and sanitised once for all values: marks stand for the values
 * and are replaced, escaped, in the finished HTML. Only where a value can change nothing but itself: as a text, or as an
 * attribute that people read. A place in an address, in a condition or with a filter is rendered with its value.
 */
import { randomBytes } from 'node:crypto';
import { placesOutside } from './liquid.ts';

/** The places whose values anybody can choose. The others have few values. */
const FREE_PLACES = ['language', 'source', 'sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;
export type FreePlace = (typeof FREE_PLACES)[number];

/** Nobody outside the process knows the marks, so no value and no template has one. */
const SECRET = randomBytes(12).toString('hex');
const MARK = new RegExp(`m${SECRET}([0-9])x`, 'g');
/** Stands for the click's id, which is in addresses and needs no escaping. */
export const CLICK_ID = '00000000-0000-7000-8000-0000c11c1c1d';
const HOLE = new RegExp(`${MARK.source}|${CLICK_ID}`, 'g');
export const markOf = (name: FreePlace): string => `m${SECRET}${FREE_PLACES.indexOf(name)}x`;

/** Values are short, so a page with so many of them is still small. */
const MOST_MARKS = 200;
/** Attributes that are shown or read out. */
const READ_ATTRIBUTE = /\s(?:alt|title|aria-[a-z]+)="[^"]*$/;

/** The free places that a variant only prints as they are, so that their values decide about nothing else. */
export function printedPlaces(html: string): FreePlace[] {
  const printed = placesOutside(html, FREE_PLACES);
  return FREE_PLACES.filter((name) => printed?.includes(name) === false);
}

/**
 * Whether every mark in sanitised HTML stands in a text or in an attribute that people read. There, `<`, `>` and quotation
 * marks are escaped, so the last angle bracket before a mark says where it stands.
 */
export function canBeFilled(html: string): boolean {
  let count = 0;
  for (const { index } of html.matchAll(MARK)) {
    count += 1;
    const tag = html.lastIndexOf('<', index);
    const isText = tag <= html.lastIndexOf('>', index);
    if (count > MOST_MARKS || !(isText || READ_ATTRIBUTE.test(html.slice(tag, index)))) return false;
  }
  return true;
}

/** A piece of a document: HTML as it is, the place of a value, or that of the click's id. */
type Piece = string | { readonly name: FreePlace | null; readonly isInTag: boolean };

/** The pieces of a finished document in which marks stand. */
export function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = [];
  let last = 0;
  for (const { index, 0: hole, 1: number } of html.matchAll(HOLE)) {
    const name = number === undefined ? null : (FREE_PLACES[Number(number)] ?? null);
    pieces.push(html.slice(last, index));
    pieces.push({ name, isInTag: html.lastIndexOf('<', index) > html.lastIndexOf('>', index) });
    last = index + hole.length;
  }
  return [...pieces, html.slice(last)];
}

/** As the sanitiser writes texts, and attributes in quotation marks. */
function escaped(value: string, isInTag: boolean): string {
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  if (isInTag) return text.replaceAll('"', '&quot;');
  return text;
}

/** The document of one click. */
export function fillPieces(
  pieces: readonly Piece[],
  values: Readonly<Record<string, string>>,
  clickId: string,
): string {
  let html = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') html += piece;
    else html += piece.name === null ? clickId : escaped(values[piece.name] ?? '', piece.isInTag);
  }
  return html;
}
