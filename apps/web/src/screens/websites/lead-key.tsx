/** The key with which a site's landers post leads, and how. */
import type { SiteKey } from '@signpost/contract/leads/summary.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
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
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const queryKey = ['lead-key', websiteId];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await request<SiteKey>(`websites/${websiteId}/lead-key`, { signal })).data,
  });
  async function make() {
    const made = await request<SiteKey>(`websites/${websiteId}/lead-key`, { method: 'PUT' });
    client.setQueryData(queryKey, made.data);
  }
  if (!data) return null;
  const { key } = data;
  return (
    <Panel
      title="Leads"
      description="Landers of this site post leads with its key."
      actions={
        <Button onClick={() => (key === null ? void make() : setAsking(true))}>
          {key === null ? 'Make a key' : 'New key'}
        </Button>
      }
    >
      {key !== null && (
        <div className={classes.key}>
          <pre>{example(key)}</pre>
          <CopyButton value={example(key)} label="Copy the call" />
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void make();
        }}
      >
        The old key stops working at once: landers that still use it lose their leads.
      </ConfirmDialog>
    </Panel>
  );
}
