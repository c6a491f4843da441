import { use } from 'react';
import type { PageProps } from '../../page-props.ts';
import { RecordFormPage } from '../../records/form-page.tsx';
import { InlineFormContext } from '../../records/inline-form.ts';
import { referenceScreens } from './reference-screens.tsx';
import { tagScreen } from './tag-screen.tsx';

/** The form of a tag. Above another form it is also that of the reference data without a form route of its own. */
export default function TagFormPage({ add }: PageProps) {
  const inline = use(InlineFormContext);
  const screen = referenceScreens.find(({ entity }) => entity.name === inline?.entity) ?? tagScreen;
  return <RecordFormPage screen={screen} mode={add ? 'add' : 'edit'} />;
}
