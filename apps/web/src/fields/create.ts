/** Making a record from within a field that refers to it. */
import { mayDo } from '@signpost/contract/access/access.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { use } from 'react';
import { useSession, viewerOf } from '../api/session.ts';
import type { CreateChoice } from '../ui/fields/create-option.ts';
import { CreateContext } from './create-context.ts';

/**
 * How a field offers a new record of an entity. Undefined for people who may not make one, and for records whose form
 * belongs to another record.
 */
export function useCreate(to: EntityName, onMade: (id: number) => void): CreateChoice | undefined {
  const open = use(CreateContext);
  const session = useSession();
  const entity: EntityDefinition = entities[to];
  const { add, edit, list } = entity.routes;
  // An add screen that is the list or the edit screen too does not only show a form.
  if (open === null || session === null || add === undefined || add === edit || add === list) return undefined;
  const route = ROUTES[add];
  if (route.path.includes('$') || !mayDo(viewerOf(session), entity, 'create')) return undefined;
  return { noun: inSentence(entity.one), onCreate: (text) => open(to, text, onMade) };
}
