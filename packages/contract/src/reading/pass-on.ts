/** The parameters of a link that pass on to its target (docs/product/links-and-hosts.md#parameters-that-pass-on). */

/** The parameter of a link with the token of a test click. */
export const TEST_CLICK_PARAMETER = 'signpost_test';
const NAME = /^[A-Za-z0-9_.~[\]-]{1,64}$/;
const MOST = 30;
/** The parameters of our links that are meant for us. */
export const OWN_PARAMETERS: ReadonlySet<string> = new Set(
  'source code ref cost currency sub1 sub2 sub3 sub4 sub5 click u v'.split(' ').concat(TEST_CLICK_PARAMETER),
);

/** The names in a list that people wrote, in lower case, each once. */
export function passedNames(list: string): string[] {
  const names = list.split(/[\s,;]+/).filter((name) => name !== '');
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

/** The reason why a list is not valid, or null. */
export function passOnProblem(list: string): string | null {
  const names = passedNames(list);
  const [wild] = names.filter((name) => name.includes('*'));
  if (wild !== undefined) return `Name each parameter instead of “${wild}”, because links may carry anything.`;
  const [odd] = names.filter((name) => !NAME.test(name));
  if (odd !== undefined)
    return `“${odd}” is not a name of a parameter. Separate names by commas, such as utm_source, gclid.`;
  const [own] = names.filter((name) => OWN_PARAMETERS.has(name));
  if (own !== undefined) return `“${own}” is a parameter of our links. Use a macro in the target URL for it.`;
  if (names.length > MOST) return `At most ${MOST} parameters.`;
  return null;
}
