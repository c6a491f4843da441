import { expect, it } from 'vitest';
import { inSentence } from './words.ts';

it('writes names in lower case inside a sentence and keeps words in capitals', () => {
  expect(inSentence('Campaign box')).toBe('campaign box');
  expect(inSentence('SEO campaign boxes')).toBe('SEO campaign boxes');
  expect(inSentence('MBG mirrors')).toBe('MBG mirrors');
});
