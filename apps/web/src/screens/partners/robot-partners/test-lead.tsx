/** Tests a saved lead buyer with made-up data. */

import { testLeadBuyer } from '@signpost/contract/calls/leads.ts';
import { OUTCOMES } from '@signpost/contract/partners/leads/lead.ts';
import { send } from '../../../api/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import { httpText } from '../../../ui/values/http-text.ts';
import { Badge } from '../../../ui/values/values.tsx';
import classes from './robot-partners.module.css';

export function TestLead({ id }: { id: number }) {
  const test = useAction(() => send(testLeadBuyer, { params: { id } }), { refresh: [] });
  const result = test.data?.data;
  return (
    <Section title="Test lead">
      <div className={classes.adapter}>
        <p className={classes.help}>
          Sends one real request with made-up data, using the saved settings. It does not count towards the cap and
          nothing is stored here; the buyer may store it.
        </p>
        <div>
          <Button loading={test.isPending} onClick={() => test.mutate(undefined)}>
            Send a test lead
          </Button>
        </div>
        {result && (
          <div role="status" aria-label="Result of the test lead" className={classes.result}>
            <p>
              <Badge tone={result.read.outcome === 'accepted' ? 'good' : 'bad'}>{OUTCOMES[result.read.outcome]}</Badge>{' '}
              {httpText(result.http)} after {result.ms} ms
              {result.read.reason !== '' && ` · ${result.read.reason}`}
              {result.read.redirectUrl !== null && ` · redirects to ${result.read.redirectUrl}`}
            </p>
            <h3>Sent</h3>
            <CodeBlock className={classes.sent} label="Sent">
              {`${result.method} ${result.url}\n${result.sent}`}
            </CodeBlock>
            {result.answer !== '' && (
              <>
                <h3>Answer</h3>
                <CodeBlock className={classes.sent} label="Answer">
                  {result.answer}
                </CodeBlock>
              </>
            )}
          </div>
        )}
      </div>
    </Section>
  );
}
