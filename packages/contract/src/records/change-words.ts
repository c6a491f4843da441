/** A person's own change in one line. */
import type { EntityDefinition } from '../define/entity.ts';
import { inSentence } from '../define/words.ts';
import { entities } from '../entities/index.ts';
import type { OwnChange } from './undo.ts';

const VERB = { create: 'Created', update: 'Edited', archive: 'Archived', restore: 'Restored' } as const;

/** "Edited partner “Alpha Casino”" or "Archived 12 campaign boxes". */
export function changeInWords({ records, count, isUndo }: OwnChange): string {
  const [first] = records;
  if (first === undefined) return 'Change';
  const entity: EntityDefinition = entities[first.entity];
  const verb = isUndo ? 'Undone by you:' : VERB[first.action];
  const what = count === 1 ? `${inSentence(entity.one)} “${first.title}”` : `${count} ${inSentence(entity.many)}`;
  return `${verb} ${what}`;
}
