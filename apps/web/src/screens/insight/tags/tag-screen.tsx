import { tag } from '@signpost/contract/entities/tag.ts';
import { recordScreen } from '../../../records/screen.ts';
import { TagDot } from '../../../records/tag-list.tsx';
import { TagUsage } from './usage.tsx';

/** Tags: labels that any record can have. */
export const tagScreen = recordScreen({
  entity: tag,
  columns: ['name', 'color', 'updatedAt', 'id'],
  cardNumbers: ['updatedAt'],
  filters: [],
  purpose: 'A tag is a label for records. Lists can be filtered by tags.',
  cells: {
    color: ({ color }) => (
      <>
        <TagDot color={color} /> {String(color)}
      </>
    ),
  },
  sections: [{ title: 'Tag', columns: 2, fields: ['name', 'color'] }],
  below: (_values, record) => record && <TagUsage id={record.id} />,
});
