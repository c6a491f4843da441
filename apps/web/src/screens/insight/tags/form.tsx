import { use } from 'react';
import { useScreenSearch } from '../../../address/use-search.ts';
import type { PageProps } from '../../../page-props.ts';
import { modeOf } from '../../../records/form-mode.ts';
import { RecordFormPage } from '../../../records/form-page.tsx';
import { InlineFormContext } from '../../../records/inline-form.ts';
import type { RecordScreen } from '../../../records/screen.ts';
import { referenceScreens } from './reference-screens.tsx';
import { tagScreen } from './tag-screen.tsx';

/** The form of a tag, and of the reference data without a form route of its own: by `?kind=`, or above another form. */
export default function TagFormPage({ add }: PageProps) {
  const inline = use(InlineFormContext);
  const { kind } = useScreenSearch('tagsAdd');
  const wanted = ({ entity }: RecordScreen) => {
    if (inline === null) return add === true && kind !== undefined && entity.listKind === kind;
    return entity.name === inline.entity;
  };
  const screen = referenceScreens.find(wanted) ?? tagScreen;
  return <RecordFormPage screen={screen} mode={modeOf({ add })} />;
}
