import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Image } from './image.ts';
import { addImage, isAcceptedImage, moveImage, offerThumbHint, removeImage, visibleImages } from './image-files.ts';

const image = (value: string, path: string | null = `/files/${value}`): Image => ({
  position: 0,
  file: null,
  value,
  path,
  small: null,
  deleted: false,
});
const three = ['a', 'b', 'c'].reduce<Image[]>((list, name) => addImage(list, image(name)), []);
const names = (list: Image[]) =>
  visibleImages(list)
    .map((it) => it.value)
    .join('');
const at = (list: Image[], index: number): Image => visibleImages(list)[index] ?? image('none');

describe('images', () => {
  it('must be jpeg, jpg or png by name and type', () => {
    const good = [
      ['a.jpg', 'image/jpeg'],
      ['A.JPEG', 'image/jpeg'],
      ['a.b.png', 'image/png'],
      ['a.png', ''],
    ];
    const bad = [
      ['a.gif', 'image/gif'],
      ['a.png', 'image/svg+xml'],
      ['png', 'image/png'],
      ['a.png.exe', ''],
      ['', ''],
    ];
    for (const [name = '', type = ''] of good) expect(isAcceptedImage({ name, type }), name).toBe(true);
    for (const [name = '', type = ''] of bad) expect(isAcceptedImage({ name, type }), name).toBe(false);
  });

  it('show a hint for a large offer thumb', () => {
    expect(offerThumbHint(199_999)).toBeNull();
    expect(offerThumbHint(200_000)).toContain('200 kb');
  });

  it('highlight the next image when the first is removed', () => {
    expect(at(removeImage(three, at(three, 0)), 0).value).toBe('b');
  });

  it('can be moved to any position', () => {
    expect(names(moveImage(three, at(three, 2), 0))).toBe('cab');
    expect(names(moveImage(three, at(three, 0), 99))).toBe('bca');
    expect(moveImage(three, image('stranger'), 0)).toEqual(three);
  });

  it('stay listed for deletion if stored, and are dropped if never uploaded', () => {
    const withNew = addImage(three, image('new', null));
    expect(removeImage(withNew, at(withNew, 3)).map((it) => it.value)).toEqual(['a', 'b', 'c']);
    expect(
      removeImage(withNew, at(withNew, 0))
        .filter((it) => it.deleted)
        .map((it) => it.value),
    ).toEqual(['a']);
  });

  it('are numbered without gaps after any edit', () => {
    const edit = fc.record({
      type: fc.constantFrom('add', 'remove', 'move'),
      at: fc.nat(9),
      place: fc.integer({ min: -2, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(edit), (edits) => {
        let list: Image[] = [];
        for (const { type, at: index, place } of edits) {
          if (type === 'add') list = addImage(list, image(String(index), index % 2 === 0 ? null : 'p'));
          const chosen = visibleImages(list)[index];
          if (type === 'remove' && chosen !== undefined) list = removeImage(list, chosen);
          if (type === 'move' && chosen !== undefined) list = moveImage(list, chosen, place);
        }
        expect(list.map((it) => it.position)).toEqual(list.map((_, index) => index));
      }),
    );
  });
});
