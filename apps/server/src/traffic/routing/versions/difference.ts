/** The differences between two states of a box, as readable lines. */

import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { Field, RowsField } from '@signpost/contract/define/field.ts';
import { objectsOf } from '@signpost/contract/objects.ts';
import type { VersionChange, Versioned, VersionPart } from '@signpost/contract/records/box-versions.ts';
import { canonical } from '../../../workplace/records/audit-values.ts';
import { type NameOf, words } from '../words.ts';
import type { Values } from './moments.ts';
import type { BoxState } from './state.ts';

/** `40 %, locked, CTA Play now`. */
function shareWords(row: Values): string {
  const words = [`${Number(row.weight)} %`];
  if (row.lock === true) words.push('locked');
  if (row.weightOverride === true) words.push('override');
  if (row.ctaLabel) words.push(`CTA ${String(row.ctaLabel)}`);
  return words.join(', ');
}

/** The campaigns of an allocation, one per line. */
function allocationChanges(field: RowsField, before: unknown, after: unknown, nameOf: NameOf): VersionChange[] {
  const sides = [before, after].map(
    (rows) =>
      new Map(
        objectsOf(rows).flatMap((row) =>
          typeof row.campaignId === 'number' ? [[row.campaignId, shareWords(row)] as const] : [],
        ),
      ),
  );
  const ids = [...new Set(sides.flatMap((side) => [...side.keys()]))];
  return ids.flatMap((id) => {
    const [was, is] = sides.map((side) => side.get(id) ?? null);
    if (was === undefined || is === undefined || was === is) return [];
    return [{ label: `${field.label}: ${nameOf('campaign', id)}`, before: was, after: is }];
  });
}

function changesOf(
  { name, field }: { name: string; field: Field },
  { before, after }: { before: Values; after: Values },
  nameOf: NameOf,
): VersionChange[] {
  if (canonical(before[name]) === canonical(after[name])) return [];
  if (field.kind === 'rows') return allocationChanges(field, before[name], after[name], nameOf);
  const was = words(field, before[name], nameOf);
  const is = words(field, after[name], nameOf);
  if (was === is) return [];
  return [{ label: field.label, before: was, after: is }];
}

function appearance(before: Values | undefined, after: Values | undefined): VersionPart['appeared'] {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  return null;
}

function partOf(
  { of, entity: { fields, title }, recordId }: { of: Versioned; entity: EntityDefinition; recordId: number },
  { before, after }: { before: Values | undefined; after: Values | undefined },
  nameOf: NameOf,
): VersionPart[] {
  const name = String((after ?? before)?.[title] ?? `#${recordId}`);
  // The offer's box is not listed, because it is the box whose versions are compared.
  const listed = Object.entries(fields).filter(([key, field]) => !field.readOnly && key !== 'campaignBoxId');
  const changes = listed.flatMap(([key, field]) =>
    changesOf({ name: key, field }, { before: before ?? {}, after: after ?? {} }, nameOf),
  );
  const appeared = appearance(before, after);
  if (appeared === null && changes.length === 0) return [];
  return [{ of, recordId, name, appeared, changes }];
}

/** Differences of the box, then of its rules, then of its offers. */
export function differenceOf(
  parts: Record<Versioned, EntityDefinition>,
  boxId: number,
  { before, after }: { before: BoxState; after: BoxState },
  nameOf: NameOf,
): VersionPart[] {
  const each = (of: Versioned, was: ReadonlyMap<number, Values>, is: ReadonlyMap<number, Values>) =>
    [...new Set([...was.keys(), ...is.keys()])].flatMap((id) =>
      partOf({ of, entity: parts[of], recordId: id }, { before: was.get(id), after: is.get(id) }, nameOf),
    );
  return [
    ...partOf(
      { of: 'campaignBox', entity: parts.campaignBox, recordId: boxId },
      { before: before.box, after: after.box },
      nameOf,
    ),
    ...each('rule', before.rules, after.rules),
    ...each('boxOffer', before.offers, after.offers),
  ];
}
