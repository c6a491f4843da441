import { campaign } from '@signpost/contract/entities/campaign.ts';
import { template } from '@signpost/contract/entities/template.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { idOf, useScreenParams } from '../../../address/use-params.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { ApiError } from '../../../api/error.ts';
import type { PageProps } from '../../../page-props.ts';
import { useRecord } from '../../../records/api.ts';
import { RecordFormPage } from '../../../records/form-page.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, FormSkeleton } from '../../../ui/feedback/states.tsx';
import { templateScreen } from './template-screen.tsx';

const isMissing = (error: Error | null): boolean => error instanceof ApiError && error.httpStatus === 404;

/** A campaign has its template under its own id, so that its allocation rows lead here before there is one. */
function NoTemplateYet({ id }: { id: number }) {
  const { data, error } = useRecord(campaign, id);
  if (error) return <RecordFormPage screen={templateScreen} mode="edit" />;
  if (!data) return <FormSkeleton />;
  return (
    <EmptyState
      title={`“${String(data.name)}” has no template yet`}
      action={
        <>
          <Button kind="primary" href={`${hashHref(path.templatesAdd())}?campaign=${id}`}>
            Write its template
          </Button>{' '}
          <Button href={hashHref(path.campaignsEdit({ id }))}>Open the campaign</Button>
        </>
      }
    >
      This campaign leads to {String(data.targetUrl)}. With a template, we serve its page ourselves.
    </EmptyState>
  );
}

function EditTemplate() {
  const id = idOf(useScreenParams().id);
  const { error } = useRecord(template, id);
  if (isMissing(error)) return <NoTemplateYet id={id} />;
  return <RecordFormPage screen={templateScreen} mode="edit" />;
}

function AddTemplate() {
  const { campaign: campaignId } = useScreenSearch('templatesAdd');
  return (
    <RecordFormPage
      key={campaignId}
      screen={templateScreen}
      mode="add"
      presets={campaignId === undefined ? undefined : { campaignId }}
    />
  );
}

export default function TemplateFormPage({ add }: PageProps) {
  if (add) return <AddTemplate />;
  return <EditTemplate />;
}
