/** Returned messages: staff paste or upload them here, or a mail server posts them. */
import { BOUNCE_SIGNATURE_HEADER, reportBounce } from '@signpost/contract/calls/mailings.ts';
import { publisherMail } from '@signpost/contract/entities/publisher-mail.ts';
import { MAILING_LIMITS } from '@signpost/contract/partners/mailings/mailing.ts';
import { useState } from 'react';
import { recordsKey, send } from '../../../api/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import { CopyButton } from '../../../ui/values/copy-button.tsx';
import classes from './email-publisher.module.css';
import { useMailingStatus } from './notices.tsx';

const LINES = 10;

const pipeTo = (address: string): string => `#!/bin/sh
# A pipe of the mailbox that gets what comes back. SECRET is the secret above.
f=$(mktemp); cat > "$f"
s=$(openssl dgst -sha256 -hmac "$SECRET" -r "$f" | cut -d' ' -f1)
curl -s -H 'content-type: message/rfc822' -H "${BOUNCE_SIGNATURE_HEADER}: $s" \\
  --data-binary @"$f" ${address}
rm "$f"`;

function Posting() {
  const bounces = useMailingStatus()?.bounces;
  const [isShown, setShown] = useState(false);
  if (!bounces) return null;
  return (
    <Panel
      title="Posted by a mail server"
      description="The mail server posts each returned message unchanged and signs it with HMAC-SHA256 and this secret."
    >
      <div className={classes.form}>
        <dl className={classes.head}>
          <div>
            <dt>Address</dt>
            <dd>
              {bounces.address} <CopyButton value={bounces.address} label="Copy address" />
            </dd>
          </div>
          <div>
            <dt>Secret</dt>
            <dd>
              {isShown ? bounces.secret : '••••••••'} <CopyButton value={bounces.secret} label="Copy secret" />
              <Button kind="quiet" onClick={() => setShown(!isShown)}>
                {isShown ? 'Hide' : 'Show'}
              </Button>
            </dd>
          </div>
        </dl>
        <CodeBlock label="Script of a pipe">{pipeTo(bounces.address)}</CodeBlock>
      </div>
    </Panel>
  );
}

export function Bounces() {
  const [message, setMessage] = useState('');
  const report = useAction((text: string) => send(reportBounce, { body: { message: text } }), {
    refresh: [recordsKey(publisherMail)],
    onDone: () => setMessage(''),
  });
  const result = report.data?.data;
  return (
    <div className={classes.narrow}>
      <Panel
        title="Returned message"
        description="Paste a delivery report with all its headers, or choose its .eml file. It counts once, and only if it quotes an e-mail that was sent from here."
      >
        <Form className={classes.form} onSubmit={() => report.mutate(message)}>
          <TextInput
            label="Message"
            lines={LINES}
            value={message}
            onChange={setMessage}
            maxLength={MAILING_LIMITS.bounceBytes}
            mono
            required
          />
          <div className={classes.buttons}>
            <Button kind="primary" type="submit" disabled={message.trim() === ''} loading={report.isPending}>
              Apply message
            </Button>
            <FileButton
              accept=".eml,message/rfc822"
              onFile={(file) => void file.text().then((text) => report.mutate(text))}
            >
              Choose file
            </FileButton>
          </div>
          {result !== undefined && (
            <p className={classes.lead} role="status">
              {result.effect}
              {result.code !== null && ` Code ${result.code}.`}
            </p>
          )}
        </Form>
      </Panel>
      <Posting />
    </div>
  );
}
