import { expect, it } from 'vitest';
import { inSentence } from './words.ts';

it('writes names small inside a sentence, and keeps what is written in capitals', () => {
  expect(inSentence('Campaign box')).toBe('campaign box');
  expect(inSentence('SEO campaign boxes')).toBe('SEO campaign boxes');
  expect(inSentence('MBG mirrors')).toBe('MBG mirrors');
});
