import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { CreateContext, type OpenForm } from './fields/create-context.ts';
import { ReturnFocus } from './ui/return-focus.tsx';

const InlineDrawer = lazy(() => import('./inline-drawer.tsx'));

interface Wanted {
  to: EntityName;
  name: string;
  onMade: (id: number) => void;
  /** The field that asked for the form. */
  field: Element | null;
}

/** Lets the fields of a screen open the form of a new record above it. The input on the screen below is kept. */
export function InlineCreate({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const open = useCallback<OpenForm>(
    (to, name, onMade) => setWanted({ to, name, onMade, field: document.activeElement }),
    [],
  );
  return (
    <CreateContext value={open}>
      {children}
      {wanted !== null && (
        <Suspense fallback={null}>
          <ReturnFocus to={wanted.field} />
          <InlineDrawer
            to={wanted.to}
            name={wanted.name}
            Above={InlineCreate}
            onDone={(made) => {
              setWanted(null);
              if (made !== undefined) wanted.onMade(made);
            }}
          />
        </Suspense>
      )}
    </CreateContext>
  );
}
