import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { isKeyOf } from '@signpost/contract/objects.ts';
import { NotesPanel } from '../notes/notes-panel.tsx';
import { Drawer } from '../ui/layout/drawer.tsx';

interface Props {
  entity: EntityDefinition;
  id: number;
  title: string;
  opened: boolean;
  onClose: () => void;
}

/** The notes on a record. Changes of the record itself are in its history. */
export function NotesDrawer({ entity: { name }, id, title, opened, onClose }: Props) {
  if (!isKeyOf(entities, name)) return null;
  const subject = { kind: 'record', entity: name, id } as const;
  return (
    <Drawer opened={opened} onClose={onClose} title={`Notes on ${title}`}>
      <NotesPanel query={subject} subject={subject} />
    </Drawer>
  );
}
