/** Whether a form on the screen has input that is not saved. */
import { useEffect } from 'react';

const forms = new Set<symbol>();

/** Registers the form that calls it for as long as it has unsaved input. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const form = Symbol('form');
    forms.add(form);
    return () => {
      forms.delete(form);
    };
  }, [isUnsaved]);
}

export const hasUnsaved = (): boolean => forms.size > 0;
