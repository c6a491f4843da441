/** The e-mail as real recipients would get it, in a frame that can run nothing and reach nothing. */

import { useDebouncedValue, useSetState } from '@mantine/hooks';
import { previewMailing } from '@signpost/contract/calls/mailings.ts';
import type { MailingPreview } from '@signpost/contract/partners/mailings/mailing.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { LoadingBar } from '../../../ui/feedback/loading.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import { listOf } from '../../../ui/values/list-of.ts';
import { contentOf, type Draft } from './draft.ts';
import classes from './email-publisher.module.css';
import { peopleInWords } from './words.ts';

const TYPING_MS = 400;

/** The preview of a draft. */
export function usePreview(draft: Draft) {
  const [body] = useDebouncedValue(contentOf(draft), TYPING_MS);
  return useCall(previewMailing, { body }, { keepsPrevious: true, retry: false, staleTime: 0 });
}

export function reachInWords({ recipients, suppressed, withoutAddress }: MailingPreview): string {
  const others = listOf(
    suppressed > 0 && `${suppressed} suppressed`,
    withoutAddress > 0 && `${withoutAddress} without an address`,
  );
  const reach = `Reaches ${peopleInWords(recipients)}`;
  if (others.length === 0) return `${reach}.`;
  return `${reach}; ${others.join(', ')}.`;
}

function Problems({ preview }: { preview: MailingPreview }) {
  const { problem, isCut, unknownPlaces } = preview;
  return (
    <>
      {problem !== '' && <p className={classes.problem}>{problem}</p>}
      {isCut && (
        <p className={classes.problem}>
          Scripts, forms, frames and other content that is not allowed will be left out.
        </p>
      )}
      {unknownPlaces.length > 0 && (
        <p className={classes.problem}>
          These places stand for nothing: {unknownPlaces.map((name) => `{{ ${name} }}`).join(', ')}. Correct them before
          you send.
        </p>
      )}
    </>
  );
}

export function MailPreview({ draft }: { draft: Draft }) {
  const [{ at, isPlain }, show] = useSetState({ at: 0, isPlain: false });
  const { data, error, isFetching, refetch } = usePreview(draft);
  const sample = data?.samples[at] ?? data?.samples[0];
  return (
    <Panel title="Preview" description="With the data of real recipients. Nothing is sent.">
      <div className={classes.form}>
        <LoadingBar visible={isFetching} />
        {error !== null && data === undefined && <CallError error={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <p className={classes.lead} role="status">
            {reachInWords(data)}
          </p>
        )}
        {data !== undefined && <Problems preview={data} />}
        {data !== undefined && sample === undefined && data.problem === '' && (
          <p className={classes.hint}>Choose recipients to see what they would get.</p>
        )}
        {sample !== undefined && data !== undefined && (
          <>
            <fieldset className={classes.tabs} aria-label="Recipient">
              {data.samples.map(({ address, publisher }, index) => (
                <button
                  key={address}
                  type="button"
                  className={classes.tab}
                  aria-pressed={data.samples[at] === undefined ? index === 0 : index === at}
                  onClick={() => show({ at: index })}
                >
                  {publisher}
                </button>
              ))}
              <button
                type="button"
                className={classes.tab}
                aria-pressed={isPlain}
                onClick={() => show({ isPlain: !isPlain })}
              >
                Plain text
              </button>
            </fieldset>
            <dl className={classes.head}>
              <div>
                <dt>To</dt>
                <dd>
                  {sample.name} &lt;{sample.address}&gt;
                </dd>
              </div>
              <div>
                <dt>Subject</dt>
                <dd>{sample.subject}</dd>
              </div>
            </dl>
            {isPlain ? (
              <CodeBlock label="Plain text" className={classes.plain}>
                {sample.text}
              </CodeBlock>
            ) : (
              <iframe className={classes.frame} title="Preview" sandbox="" srcDoc={sample.html} />
            )}
          </>
        )}
      </div>
    </Panel>
  );
}
