import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import { createContext } from 'react';
import type { RecordRow, Values } from './screen.ts';

/** A form that stands above another one, to make a record that the other one refers to. */
export interface InlineForm {
  /** The entity of the new record. Some add screens serve several. */
  entity: EntityName;
  /** The values of the new record that are known already. */
  presets: Values;
  /** Called when the form is done, with the record unless the form was left. */
  onDone: (made?: RecordRow) => void;
}

/** Null on a screen of its own. */
export const InlineFormContext = createContext<InlineForm | null>(null);
