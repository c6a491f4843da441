import { DEFAULT_GRADE, GRADES } from '../access/grades.ts';
import { governedPaths, storedPath } from '../access/path-families.ts';
import { NUMBER_FORMATS, WEEK_STARTS } from '../dates/habits.ts';
import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { keysOf } from '../objects.ts';

const PATH_OPTIONS = governedPaths().map(({ path, title }) => ({ value: path, label: title }));

/**
 * A person who signs in. The grade gives access to screens; included and excluded paths adjust that
 * (docs/product/access.md#screens).
 */
export const user = defineEntity({
  name: 'user',
  path: 'users',
  table: 'users',
  one: 'User',
  many: 'Users',
  title: 'name',
  routes: { list: 'users', add: 'manualUsersAdd', edit: 'usersEdit' },
  adminWrites: true,
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    email: { kind: 'text', label: 'E-mail', max: 254, required: true, search: true, unique: true, format: 'email' },
    grade: {
      kind: 'choice',
      label: 'Grade',
      required: true,
      default: DEFAULT_GRADE,
      options: GRADES.map((grade) => ({ value: grade, label: grade })),
      help: 'Exclude All Pages opens no screen and Starter Profile only Home, beside the included paths.',
    },
    includedPaths: {
      kind: 'choices',
      label: 'Included paths',
      options: PATH_OPTIONS,
      stored: storedPath,
      help: 'Screens this person can open in addition to those of the grade.',
    },
    excludedPaths: {
      kind: 'choices',
      label: 'Excluded paths',
      options: PATH_OPTIONS,
      stored: storedPath,
      help: 'Screens this person can never open, whatever the grade or the included paths allow.',
    },
    publisherId: {
      kind: 'reference',
      label: 'Publisher',
      to: 'publisher',
      help: 'A user with the grade Publisher sees only the rows of this publisher.',
      visibleWhen: { field: 'grade', is: ['Publisher'] },
    },
    timeZone: {
      kind: 'text',
      label: 'Time zone',
      max: 64,
      required: true,
      format: 'timeZone',
      default: 'UTC',
      hideInList: true,
    },
    homeTab: { kind: 'text', label: 'Home tab', max: 32, hideInList: true },
    weekStart: {
      kind: 'choice',
      label: 'Weeks begin on',
      required: true,
      default: 'monday',
      options: WEEK_STARTS.map((day) => ({ value: day, label: `${day.charAt(0).toUpperCase()}${day.slice(1)}` })),
      hideInList: true,
    },
    numberFormat: {
      kind: 'choice',
      label: 'Number format',
      options: keysOf(NUMBER_FORMATS).map((value) => ({ value, label: NUMBER_FORMATS[value].example })),
      hideInList: true,
    },
    displayCurrency: {
      kind: 'text',
      label: 'Show amounts in',
      max: 3,
      format: 'currency',
      hideInList: true,
      help: 'The currency of the statistics. Empty: the base currency.',
    },
    lastSeenAt: { kind: 'instant', label: 'Last seen', readOnly: true },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
});
