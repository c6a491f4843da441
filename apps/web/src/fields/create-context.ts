import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { createContext } from 'react';

/** Opens the form of a new record above the screen, with its name filled in. */
export type OpenForm = (to: EntityName, name: string, onMade: (id: number) => void) => void;

/** Null where no form can open above the screen. */
export const CreateContext = createContext<OpenForm | null>(null);
