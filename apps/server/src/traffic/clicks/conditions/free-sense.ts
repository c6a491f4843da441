/** Whether several tests of a free text can be true of one text. "False" is a proof. */

import type { FreeConditionField } from '@signpost/contract/traffic/clicks/conditions.ts';
import { normal } from './condition-match.ts';
import type { Literal } from './field-sense.ts';

interface TextTest {
  how: 'equals' | 'contains';
  values: string[];
  is: boolean;
}

const under = (host: string, above: string): boolean => host === above || host.endsWith(`.${above}`);

/** The inner one of two nested hosts, as a list; an empty list for hosts of which neither lies in the other. */
function innerHost(one: string, other: string): string[] {
  if (under(one, other)) return [one];
  if (under(other, one)) return [other];
  return [];
}

/** The hosts that satisfy every "is" test; of two nested hosts, the inner one. */
function hostsLeft(equal: readonly TextTest[]): string[] {
  const [first, ...others] = equal;
  let left = first?.values ?? [];
  for (const { values } of others) left = left.flatMap((host) => values.flatMap((value) => innerHost(host, value)));
  return left;
}

/** A text of a sub-parameter, or the host of a referrer, whose "is" holds for subdomains too. */
export function freeHolds(field: FreeConditionField, literals: readonly Literal[]): boolean {
  const tests = literals.flatMap(({ test, is }): TextTest[] => {
    if (!('how' in test)) return [];
    const values = test.values.map((value) => (test.how === 'equals' ? normal(field, value) : value.toLowerCase()));
    return [{ how: test.how, values, is }];
  });
  const equal = tests.filter(({ how, is }) => how === 'equals' && is);
  const denied = tests.filter(({ is }) => !is);
  const parts = denied.filter(({ how }) => how === 'contains').flatMap(({ values }) => values);
  const free = (text: string) => !parts.some((part) => text.includes(part));

  if (equal.length > 0 && field === 'referrer')
    return hostsLeft(equal).some(
      (host) =>
        free(host) && !denied.some(({ how, values }) => how === 'equals' && values.some((value) => under(host, value))),
    );
  if (equal.length > 0)
    return (equal[0]?.values ?? []).some((text) =>
      tests.every(({ how, values, is }) => {
        const holds = values.some((value) => (how === 'equals' ? text === value : text.includes(value)));
        return holds === is;
      }),
    );
  // A text that contains a search text also contains every substring of it.
  return tests
    .filter(({ how, is }) => how === 'contains' && is)
    .every(({ values }) => values.some((value) => free(value)));
}
