/** The subject of a test: the variants of a template or of a button. */
import { createHash } from 'node:crypto';
import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import { button } from '@signpost/contract/entities/button.ts';
import { template } from '@signpost/contract/entities/template.ts';
import type { TestPlan } from '@signpost/contract/traffic/pages/tests.ts';
import { z } from 'zod';
import { canonical } from '../../../workplace/records/audit-values.ts';

export type SubjectKind = 'template' | 'button';

export interface Subject {
  readonly kind: SubjectKind;
  readonly entity: EntityDefinition;
  /** The columns of facts that name it and its variants. */
  readonly columns: { readonly id: string; readonly variant: string };
  /** Facts in which a visitor clicked. On a site, the visit of a button's link is the click. */
  readonly clicked: string;
}

export const SUBJECTS: Readonly<Record<SubjectKind, Subject>> = {
  template: {
    kind: 'template',
    entity: template,
    columns: { id: 'template_id', variant: 'template_variant_id' },
    clicked: 'clickouts > 0',
  },
  button: {
    kind: 'button',
    entity: button,
    columns: { id: 'button_id', variant: 'button_variant_id' },
    clicked: `(clickouts > 0 OR (visits > 0 AND template_id = 0))`,
  },
};

const variantSchema = z.looseObject({ id: z.number(), name: z.string(), weight: z.number() });

/** The variants that visitors see, with their shares and a hash of what they show. */
export function variantsOf(record: StoredRecord): TestPlan['variants'] {
  const rows = z
    .array(variantSchema)
    .parse(record.variants)
    .filter(({ weight }) => weight > 0);
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  return rows.map(({ id, name, weight, ...shows }) => ({
    id,
    name,
    share: weight / total,
    content: createHash('sha256').update(canonical(shows)).digest('hex'),
  }));
}

/** SHA-256 of the canonical text of a plan. */
export const hashOfPlan = (plan: TestPlan): string => createHash('sha256').update(canonical(plan)).digest('hex');
