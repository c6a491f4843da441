import { passedNames, passOnProblem } from '@signpost/contract/reading/pass-on.ts';
import { expect, it } from 'vitest';
import { queryOfLink } from './link.ts';
import { withParameters } from './pass-on.ts';

const ALLOWED = new Set(passedNames('utm_source, utm_medium gclid;fbclid, ids[], q'));
const passed = (target: string, link: string): string =>
  withParameters(target, queryOfLink(link), (name) => ALLOWED.has(name));
const T = 'https://t.example/';

/** Links as programs and people write them, a target, and where the visitor goes. */
const FORMS: [link: string, target: string, goes: string][] = [
  ['/box_1', T, T],
  ['/box_1?source=mail&sub1=a', T, T],
  ['/box_1?utm_source=news', T, `${T}?utm_source=news`],
  ['/box_1&utm_source=news', T, `${T}?utm_source=news`],
  ['/d_derby?gclid=EAIaIQ-_x.1', T, `${T}?gclid=EAIaIQ-_x.1`],
  ['/box_1?utm_source=n&utm_medium=e&other=1', `${T}?c=9`, `${T}?c=9&utm_source=n&utm_medium=e`],
  // Encoding stays as it was: + and %20, lower and upper case, double encoding, broken signs.
  ['/box_1?q=a+b', T, `${T}?q=a+b`],
  ['/box_1?q=a%20b', T, `${T}?q=a%20b`],
  ['/box_1?q=%C3%BC%c3%bc', T, `${T}?q=%C3%BC%c3%bc`],
  ['/box_1?q=%2526', T, `${T}?q=%2526`],
  ['/box_1?q=a%26b%3Dc%23d', T, `${T}?q=a%26b%3Dc%23d`],
  ['/box_1?q=100%', T, `${T}?q=100%`],
  ['/box_1?q=%zz', T, `${T}?q=%zz`],
  ['/box_1?q=%0d%0aSet-Cookie:x', T, `${T}?q=%0d%0aSet-Cookie:x`],
  // Bytes that no address may have.
  ['/box_1?q=\u00c3\u00bc', T, `${T}?q=%C3%BC`],
  ['/box_1?q="><b>', T, `${T}?q=%22%3E%3Cb%3E`],
  // Repeated names all pass, in their order; names without a value, too.
  ['/box_1?utm_source=a&utm_source=b', T, `${T}?utm_source=a&utm_source=b`],
  ['/box_1?ids[]=1&ids[]=2', T, `${T}?ids[]=1&ids[]=2`],
  ['/box_1?ids%5B%5D=1', T, `${T}?ids%5B%5D=1`],
  ['/box_1?q', T, `${T}?q`],
  ['/box_1?q=', T, `${T}?q=`],
  ['/box_1?q=a=b', T, `${T}?q=a=b`],
  // Names in any case and as mails escape them.
  ['/box_1?UTM_Source=n', T, `${T}?UTM_Source=n`],
  ['/box_1?source=m&amp;utm_source=n', T, `${T}?utm_source=n`],
  ['/box_1?source=m?utm_source=n', T, `${T}?utm_source=n`],
  ['/box_1?%20utm_source=n', T, `${T}?%20utm_source=n`],
  ['/box_1?source;=m&utm_source;=n;&gclid%3B=1', T, `${T}?utm_source=n;&gclid=1`],
  ['/box_1?q;', T, `${T}?q`],
  ['/box/_1?q=a%5C_b*c', T, `${T}?q=a%5C_b*c`],
  // A parameter of the target is never replaced.
  ['/box_1?utm_source=theirs', `${T}?utm_source=ours`, `${T}?utm_source=ours`],
  ['/box_1?UTM_SOURCE=theirs', `${T}?utm_source=`, `${T}?utm_source=`],
  ['/box_1?utm_source=theirs', `${T}?utm%5Fsource=ours`, `${T}?utm%5Fsource=ours`],
  ['/box_1?utm%5Fsource=theirs', `${T}?utm_source=ours`, `${T}?utm_source=ours`],
  // Before a fragment, and after a question mark or an ampersand that is there already.
  ['/box_1?gclid=1', `${T}#top`, `${T}?gclid=1#top`],
  ['/box_1?gclid=1', `${T}?a=1#/route?b=2`, `${T}?a=1&gclid=1#/route?b=2`],
  ['/box_1?gclid=1', `${T}?`, `${T}?gclid=1`],
  ['/box_1?gclid=1', `${T}?a=1&`, `${T}?a=1&gclid=1`],
  ['/box_1?gclid=1', '/p_12?click=9', '/p_12?click=9&gclid=1'],
];

it.each(FORMS)('of %s to %s goes to %s', (link, target, goes) => {
  expect(passed(target, link)).toBe(goes);
});

it('passes on a bounded length, and leaves out whole parameters that are too long', () => {
  const long = 'x'.repeat(1_480);
  expect(passed(T, `/box_1?gclid=${long}&q=${'y'.repeat(100)}&utm_source=n`)).toBe(`${T}?gclid=${long}&utm_source=n`);
});

it.each([
  ['utm_source, gclid', null],
  ['utm_source\nutm_medium;ids[]', null],
  ['*', 'Name each parameter instead of “*”, because links may carry anything.'],
  ['utm_*', 'Name each parameter instead of “utm_*”, because links may carry anything.'],
  ['utm source=1', '“source=1” is not a name of a parameter. Separate names by commas, such as utm_source, gclid.'],
  ['gclid, Source', '“source” is a parameter of our links. Use a macro in the target URL for it.'],
  [Array.from({ length: 31 }, (_, at) => `n${at}`).join(','), 'At most 30 parameters.'],
])('says of the list %s: %s', (list, problem) => {
  expect(passOnProblem(list)).toBe(problem);
});
