import { pageTestCalls } from '@signpost/contract/calls/pages.ts';
import { pageOfTarget } from '@signpost/contract/define/validators.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { template } from '@signpost/contract/entities/template.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { pagePath } from '@signpost/contract/traffic/clicks/link-settings.ts';
import { LinkBar } from '../../../features/traffic/links/link-bar.tsx';
import { TestPanel } from '../../../features/traffic/pages/test-panel.tsx';
import { useRecord } from '../../../records/api.ts';
import { type RecordRow, recordScreen } from '../../../records/screen.ts';
import classes from './templates.module.css';
import { VariantsEditor } from './variants-editor.tsx';

/** Where the page is, and whether visitors of its campaign see it. */
function PageLink({ record }: { record: RecordRow }) {
  const { data } = useRecord(campaign, record.id);
  const page = pagePath(record.id);
  const toCampaign = <a href={hashHref(path.campaignsEdit({ id: record.id }))}>its campaign</a>;
  const isShown = pageOfTarget(String(data?.targetUrl ?? '')) === record.id;
  return (
    <div className={classes.side}>
      <LinkBar path={page} />
      {data !== undefined && (
        <p className={isShown ? classes.hint : classes.problem} role="status">
          {isShown ? (
            <>Visitors of {toCampaign} see this page. The link above opens it as a new visit.</>
          ) : (
            <>
              No box shows this page yet: {toCampaign} leads to {String(data.targetUrl)}. Set its target URL to{' '}
              <code>{page}</code>.
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** Templates: pages of campaigns that we serve ourselves. */
export const templateScreen = recordScreen({
  entity: template,
  columns: ['name', 'status', 'variants', 'buttonId', 'tags', 'updatedAt', 'id'],
  cardNumbers: ['variants', 'status'],
  filters: ['status', 'buttonId', 'tags'],
  purpose:
    'A template is the page of a campaign: HTML with places for texts, in one or more variants that can be tested against each other. Add one for a prelander.',
  sections: [
    { title: 'Template', columns: 2, fields: ['name', 'campaignId', 'status', 'buttonId', 'tags'] },
    {
      title: 'Variants',
      description: 'A visitor always sees the same variant. Scripts are never shown to visitors.',
      wide: true,
      fields: ['variants'],
    },
    {
      title: 'Texts',
      description: 'What the places show, unless a site or a banner has a text of its own.',
      wide: true,
      fields: ['texts'],
    },
    { title: 'Styles and images', fields: ['css', 'images'] },
  ],
  custom: { variants: (props) => <VariantsEditor {...props} /> },
  above: (record) => <PageLink record={record} />,
  below: (_values, record) => record && <TestPanel calls={pageTestCalls.template} entity={template} record={record} />,
});
