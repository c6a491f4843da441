import { describe, expect, it } from 'vitest';
import { isAllowedImage, reorder } from './image-list.tsx';

const image = (path: string, deleted = false) => ({
  position: 9,
  file: null,
  value: null,
  path,
  small: false,
  deleted,
});

describe('images', () => {
  it('takes jpeg, jpg and png alone', () => {
    expect(isAllowedImage({ name: 'a.JPG', type: 'image/jpeg' })).toBe(true);
    expect(isAllowedImage({ name: 'a.png', type: 'image/png' })).toBe(true);
    expect(isAllowedImage({ name: 'a.gif', type: 'image/gif' })).toBe(false);
    expect(isAllowedImage({ name: 'a.png.svg', type: 'image/png' })).toBe(false);
    expect(isAllowedImage({ name: 'a.png', type: 'text/html' })).toBe(false);
  });
  it('numbers positions again and puts deleted ones last', () => {
    expect(reorder([image('a', true), image('b'), image('c')]).map((it) => [it.path, it.position])).toEqual([
      ['b', 0],
      ['c', 1],
      ['a', 2],
    ]);
  });
});
