import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { type ComponentType, type ReactNode, Suspense, useMemo } from 'react';
import { OpenPage, pages } from './pages.ts';
import { InlineFormContext } from './records/inline-form.ts';
import { FormSkeleton } from './ui/feedback/states.tsx';
import { Drawer } from './ui/layout/drawer.tsx';
import { HeaderContext } from './ui/layout/page-header.tsx';

const WIDTH = 760;

/** The header belongs to the screen below. */
const NO_HEADER = { context: null, action: null, showTitle: () => () => undefined };

interface Props {
  to: EntityName;
  name: string;
  onDone: (made?: number) => void;
  /** Opens another drawer above this one when a field inside it makes a new record. */
  Above: ComponentType<{ children: ReactNode }>;
}

/** The add screen of an entity in a drawer. */
export default function InlineDrawer({ to, name, onDone, Above }: Props) {
  const entity: EntityDefinition = entities[to];
  const { add } = entity.routes;
  const page = add === undefined ? undefined : pages[add];
  const form = useMemo(
    () => ({ entity: to, presets: { [entity.title]: name }, onDone: (made?: { id: number }) => onDone(made?.id) }),
    [to, entity, name, onDone],
  );
  if (add === undefined || page === undefined) return null;
  return (
    <Drawer opened onClose={() => onDone()} title={`New ${inSentence(entity.one)}`} width={WIDTH}>
      <HeaderContext value={NO_HEADER}>
        <InlineFormContext value={form}>
          <Above>
            <Suspense fallback={<FormSkeleton />}>
              <OpenPage page={page} {...ROUTES[add].extraProps} />
            </Suspense>
          </Above>
        </InlineFormContext>
      </HeaderContext>
    </Drawer>
  );
}
