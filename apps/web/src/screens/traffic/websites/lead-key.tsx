import { makeLeadKey, showLeadKey } from '@signpost/contract/calls/leads.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { keepAnswer, send, useCall } from '../../../api/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/feedback/confirm-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import { CopyButton } from '../../../ui/values/copy-button.tsx';
import classes from './websites.module.css';

const example = (key: string): string =>
  `fetch('${window.location.origin}/api/public/leads', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-site-key': '${key}' },
  body: JSON.stringify({ email, phone, firstName, lastName, country, clickId }),
});`;

export function LeadKey({ websiteId }: { websiteId: number }) {
  const [made, setMade] = useState<string | null>(null);
  const client = useQueryClient();
  const params = { id: websiteId };
  const { data, error, refetch } = useCall(showLeadKey, { params });
  const make = useAction((_close?: () => void) => send(makeLeadKey, { params }), {
    refresh: [showLeadKey],
    said: () => TEXT.success,
    onDone: ({ key, hint: newHint }, close) => {
      setMade(key);
      // Until the hint is read again, the example would show a placeholder instead of the new key.
      keepAnswer(client, showLeadKey, { params }, { key: null, hint: newHint });
      close?.();
    },
  });
  if (error && !data) return <CallError error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { hint } = data;
  // Another person may have created a newer one in the meantime.
  const key = made !== null && hint !== null && made.endsWith(hint) ? made : null;
  const call = example(key ?? '{key}');
  const describeKey = () => {
    if (key === null)
      return `The key ends in ${hint}. It was shown once, when it was created. Put it in place of {key}, or create a new one.`;
    return 'Copy the call with its key now: the key is shown only once.';
  };
  const renderButton = () => {
    if (hint === null)
      return (
        <Button loading={make.isPending} onClick={() => make.mutate(undefined)}>
          Create a key
        </Button>
      );
    return (
      <ConfirmButton label="New key" loading={make.isPending} onConfirm={make.mutate}>
        The old key stops working at once: leads from landers that still use it are lost.
      </ConfirmButton>
    );
  };
  return (
    <Panel title="Leads" description="Landers of this site send leads with its key." actions={renderButton()}>
      {hint !== null && (
        <>
          <p className={classes.once} role="status" aria-label="Lead key">
            {describeKey()}
          </p>
          <div className={classes.key}>
            <CodeBlock className={classes.call} label="The call">
              {call}
            </CodeBlock>
            <CopyButton value={call} label="Copy the call" />
          </div>
        </>
      )}
    </Panel>
  );
}
