import type { FormMode } from './use-edited-record.ts';

interface RouteMode {
  add?: true | undefined;
  copy?: true | undefined;
}

/** The mode of the form that a route shows. */
export function modeOf({ add, copy }: RouteMode): FormMode {
  if (add) return 'add';
  return copy ? 'copy' : 'edit';
}
