import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractErrorMessage } from './error-message.ts';

describe('the message extractor', () => {
  it.each([
    ['error in the data', { response: { data: { error: 'A' } } }, 'A'],
    ['errors in the data', { response: { data: { errors: ['A', 'B'] } } }, 'A'],
    ['error nested under data', { response: { data: { data: { error: 'A' } } } }, 'A'],
    [
      'errors nested under data',
      { response: { data: { data: { errors: { name: 'too long', age: 1 } } } } },
      'name: too long\nage: 1',
    ],
    ['error before errors', { response: { data: { errors: 'B', error: 'A' } } }, 'A'],
    ['the body', { response: { body: { error: 'A' } } }, 'A'],
    ['data before the body', { response: { data: { errors: ['D'] }, body: { error: 'B' } } }, 'D'],
    [
      'an object in an array',
      { response: { data: { errors: [{ path: 'name', message: 'M' }] } } },
      'path: name\nmessage: M',
    ],
    ['lists inside an object', { response: { data: { errors: { name: ['x', 'y'] } } } }, 'name: x, y'],
    ['a bare response', { data: { error: 'A' } }, 'A'],
    ['statusText', { response: { data: {}, statusText: 'Bad Gateway' }, message: 'M' }, 'Bad Gateway'],
    ['statusText before the response.s own message', { data: {}, statusText: 'S', message: 'M' }, 'S'],
    ['message', { response: { statusText: '' }, message: 'M' }, 'M'],
    ['an Error', new Error('boom'), 'boom'],
    ['empty candidates', { response: { data: { error: '', errors: [] } }, message: 'M' }, 'M'],
    ['nothing at all', undefined, 'Undefined error...'],
    ['null', null, 'Undefined error...'],
    ['an empty object', {}, 'Undefined error...'],
  ])('reads %s', (_, failure, text) => {
    expect(extractErrorMessage(failure)).toBe(text);
  });

  it('never throws and always returns a text', () => {
    fc.assert(fc.property(fc.anything(), (value) => extractErrorMessage(value).trim().length > 0));
    const circular: Record<string, unknown> = {};
    circular.errors = circular;
    expect(extractErrorMessage({ data: circular })).toContain('…');
  });
});
