import { expect, it } from 'vitest';
import { colorProblem, fileNameOf } from './qr.ts';

it.each([
  ['#000000', '#ffffff', null],
  ['#1864ab', '#ffffff', null],
  ['#000000', '#ffff00', null],
  ['#ffffff', '#000000', /darker than its background/],
  ['#336699', '#336699', /darker than its background/],
  ['#ff8800', '#ffffff', /The contrast is 2\.\d to 1/],
  ['#888888', '#ffffff', /The contrast is 3\.5 to 1/],
  // An unfinished colour is the field's problem.
  ['#00', '#ffffff', null],
])('says of a code in %s on %s: %s', (dark, light, problem) => {
  if (problem === null) expect(colorProblem({ dark, light })).toBeNull();
  else expect(colorProblem({ dark, light })).toMatch(problem);
});

it('names the files by their format', () => {
  expect([fileNameOf('png'), fileNameOf('svg')]).toEqual(['qr.png', 'qr.svg']);
});
