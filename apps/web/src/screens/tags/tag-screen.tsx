import { tag } from '@signpost/contract/entities/tag.ts';
import { recordScreen } from '../../records/screen.ts';
import { TagUsage } from './usage.tsx';

/** Tags: words that any record can carry. */
export const tagScreen = recordScreen({
  entity: tag,
  columns: ['name', 'color', 'updatedAt', 'id'],
  filters: [],
  purpose: 'A tag is a word that any record can carry; lists can be filtered by it.',
  sections: [{ title: 'Tag', columns: 2, fields: ['name', 'color'] }],
  below: (_values, record) => record && <TagUsage id={record.id} />,
});
