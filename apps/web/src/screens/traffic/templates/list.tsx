import { path } from '@signpost/contract/routes/paths.ts';
import { useGo } from '../../../address/use-go.ts';
import { CurrentTests } from '../../../features/traffic/pages/current-tests.tsx';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { RecordListPage } from '../../../records/list-page.tsx';
import { templateScreen } from './template-screen.tsx';
import classes from './templates.module.css';

export default function TemplateListPage() {
  const go = useGo();
  return (
    <>
      <div className={classes.top}>
        <ReferenceInput
          label="Default texts of a site"
          to="website"
          value={null}
          placeholder="Choose a site"
          onChange={(id) => {
            if (id !== null) void go({ path: path.templatesDefaults({ id }) });
          }}
        />
      </div>
      <CurrentTests kind="template" />
      <RecordListPage screen={templateScreen} />
    </>
  );
}
