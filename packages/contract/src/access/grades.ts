/** Grades of people and the permission codes they stand for (docs/product/access.md#grades-and-codes). */

/** The nine grades, in their fixed order. */
export const GRADES = [
  'Admin',
  'Management',
  'Default User',
  'Publisher',
  'Seo User',
  'Cost User',
  'Exclude All Pages',
  'Starter Profile',
  'Operations',
] as const;

/** One of the nine grades. */
export type Grade = (typeof GRADES)[number];

/** The grade of a person who has not been given one. */
export const DEFAULT_GRADE: Grade = 'Default User';

/** The six role symbols: default staff, publisher, SEO, cost, operations, top. */
export const PERMISSION_CODES = ['D', 'P', 'S', 'C', 'O', 'T'] as const;

/** One role symbol of a permission list. */
export type PermissionCode = (typeof PERMISSION_CODES)[number];

/** The code of each grade; null for the two grades that see only what is included for them. */
export const GRADE_CODE: Readonly<Record<Grade, PermissionCode | null>> = {
  Admin: 'T',
  Management: 'T',
  'Default User': 'D',
  Publisher: 'P',
  'Seo User': 'S',
  'Cost User': 'C',
  'Exclude All Pages': null,
  'Starter Profile': null,
  Operations: 'O',
};

/** Whether a value is a grade. */
export function isGrade(value: unknown): value is Grade {
  return GRADES.some((grade) => grade === value);
}
