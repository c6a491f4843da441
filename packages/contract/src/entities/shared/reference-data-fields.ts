export const REFERENCE_NAME = {
  kind: 'text',
  label: 'Name',
  max: 120,
  required: true,
  search: true,
  unique: true,
} as const;

/** Reference data has no routes of its own: it is edited on the screen of tags (`?kind=`). */
export const REFERENCE_ROUTES = { list: 'tags', add: 'tagsAdd', edit: 'tagsEdit' } as const;
