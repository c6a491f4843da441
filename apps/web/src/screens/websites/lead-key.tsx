/** The key with which a site's landers post leads, and how. */
import type { SiteKey } from '@signpost/contract/leads/summary.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchData, request } from '../../api/client.ts';
import { useAction } from '../../records/use-action.ts';
import { CallError } from '../../shell/error-screen.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './websites.module.css';

const example = (key: string): string =>
  `fetch('${window.location.origin}/api/public/leads', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-site-key': '${key}' },
  body: JSON.stringify({ email, phone, firstName, lastName, country, clickId }),
});`;

export function LeadKey({ websiteId }: { websiteId: number }) {
  const [asking, setAsking] = useState(false);
  const queryKey = ['lead-key', websiteId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchData<SiteKey>(`websites/${websiteId}/lead-key`, signal),
  });
  const make = useAction(() => request<SiteKey>(`websites/${websiteId}/lead-key`, { method: 'PUT' }), {
    refresh: [queryKey],
    said: () => TEXT.success,
    onDone: () => setAsking(false),
  });
  if (error && !data) return <CallError error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { key } = data;
  return (
    <Panel
      title="Leads"
      description="Landers of this site post leads with its key."
      actions={
        <Button loading={make.isPending} onClick={() => (key === null ? make.mutate(undefined) : setAsking(true))}>
          {key === null ? 'Make a key' : 'New key'}
        </Button>
      }
    >
      {key !== null && (
        <div className={classes.key}>
          <CodeBlock className={classes.call} label="The call">
            {example(key)}
          </CodeBlock>
          <CopyButton value={example(key)} label="Copy the call" />
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        onCancel={() => setAsking(false)}
        loading={make.isPending}
        onConfirm={() => make.mutate(undefined)}
      >
        The old key stops working at once: landers that still use it lose their leads.
      </ConfirmDialog>
    </Panel>
  );
}
