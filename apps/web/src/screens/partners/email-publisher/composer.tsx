/** Writes an e-mail: the text and the recipients at the left, what people would get at the right. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { template } from '@signpost/contract/entities/template.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import { mailOfTemplate } from '@signpost/contract/partners/mailings/from-template.ts';
import { STARTING_TEXTS } from '@signpost/contract/partners/mailings/labels.ts';
import {
  MAIL_PLACES,
  MAIL_TOPIC_LABELS,
  MAIL_TOPICS,
  MAILING_LIMITS,
} from '@signpost/contract/partners/mailings/mailing.ts';
import { send } from '../../../api/calls.ts';
import { useUnsaved } from '../../../api/unsaved.ts';
import { useAction } from '../../../api/use-action.ts';
import { NumberField } from '../../../fields/number-field.tsx';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Audience } from './audience.tsx';
import type { Draft } from './draft.ts';
import classes from './email-publisher.module.css';
import { Links } from './links.tsx';
import { MailPreview } from './mail-preview.tsx';
import { Notices } from './notices.tsx';
import { SendDialog } from './send-dialog.tsx';
import { TestButton } from './test-button.tsx';
import { type SavedMail, useDraft } from './use-draft.ts';

const LINES = 18;

interface PartProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  errorsAt: (path: string) => string[];
}

/** A page of a campaign as the beginning; its texts come with it. */
function FromTemplate({ onChoose }: { onChoose: (start: { subject: string; html: string }) => void }) {
  const choose = useAction((id: number) => send(entityCalls(template).read, { params: { id } }), {
    refresh: [],
    onDone: (record) => onChoose(mailOfTemplate(record)),
  });
  return (
    <ReferenceInput
      label="Start from the page of a template"
      to="template"
      value={null}
      disabled={choose.isPending}
      onChange={(id) => id !== null && choose.mutate(id)}
    />
  );
}

function Text({ draft, set, errorsAt }: PartProps) {
  const isEmpty = draft.subject === '' && draft.html === '';
  return (
    <Panel
      title="Text"
      description="HTML with places, which are filled for each recipient. Scripts and forms are left out."
    >
      <div className={classes.form}>
        {isEmpty && (
          <fieldset className={classes.buttons} aria-label="Start from">
            {STARTING_TEXTS.map(({ id, name, ...start }) => (
              <Button key={id} onClick={() => set({ subject: start.subject, html: start.html, topic: start.topic })}>
                {name}
              </Button>
            ))}
          </fieldset>
        )}
        {isEmpty && <FromTemplate onChoose={set} />}
        <TextInput
          label="Subject"
          value={draft.subject}
          onChange={(subject) => set({ subject })}
          maxLength={MAILING_LIMITS.subject}
          errors={errorsAt('subject')}
          required
        />
        <Choice
          label="Topic"
          value={draft.topic}
          options={MAIL_TOPICS.map((value) => ({ value, label: MAIL_TOPIC_LABELS[value] }))}
          onChange={(next) => set({ topic: memberOf(MAIL_TOPICS, next) ?? draft.topic })}
          help="People who unsubscribe do so from this topic."
          required
        />
        <TextInput
          label="Text"
          lines={LINES}
          value={draft.html}
          onChange={(html) => set({ html })}
          maxLength={MAILING_LIMITS.html}
          errors={errorsAt('html')}
          mono
          required
        />
        <details className={classes.places}>
          <summary>Places</summary>
          <dl>
            {Object.entries(MAIL_PLACES).map(([name, meaning]) => (
              <div key={name}>
                <dt>{`{{ ${name} }}`}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </Panel>
  );
}

function Delivery({ draft, set, errorsAt }: PartProps) {
  return (
    <Panel title="Delivery">
      <div className={classes.pair}>
        <TextInput
          label="Replies to"
          type="email"
          value={draft.replyTo}
          onChange={(replyTo) => set({ replyTo })}
          errors={errorsAt('replyTo')}
          placeholder="The sender’s address"
        />
        <NumberField
          label="E-mails a minute"
          value={draft.perMinute}
          onChange={(perMinute) => set({ perMinute })}
          min={1}
          max={MAILING_LIMITS.perMinute}
          errors={errorsAt('perMinute')}
          required
        />
      </div>
    </Panel>
  );
}

export function Composer({ start, saved }: { start: Draft; saved: SavedMail | null }) {
  const { draft, set, isChanged, save, archive, errorsAt, mail } = useDraft(start, saved);
  useUnsaved(isChanged);
  const isFilled = draft.subject.trim() !== '' && draft.html.trim() !== '' && draft.perMinute !== null;
  const parts = { draft, set, errorsAt };
  return (
    <div className={classes.page}>
      <PageHeader
        title={saved === null ? 'Write e-mail' : draft.subject || 'E-mail'}
        action={
          <DialogButton
            kind="primary"
            disabled={!isFilled}
            dialog={(close) => (
              <SendDialog
                draft={draft}
                prepare={async () => {
                  if (isChanged || mail === null) return await save.mutateAsync({ isSaid: false });
                  return mail;
                }}
                onClose={close}
              />
            )}
          >
            Send…
          </DialogButton>
        }
      />
      <Notices />
      <div className={classes.editor}>
        <div className={classes.column}>
          <Text {...parts} />
          <Audience {...parts} />
          <Delivery {...parts} />
        </div>
        <div className={classes.column}>
          <MailPreview draft={draft} />
          <Links draft={draft} canCheck={isFilled} />
        </div>
      </div>
      <div className={classes.bar}>
        <Button
          kind={isChanged ? 'primary' : 'default'}
          disabled={!isFilled || !isChanged}
          loading={save.isPending}
          onClick={() => save.mutate({ isSaid: true })}
        >
          Save draft
        </Button>
        <TestButton draft={draft} canSend={isFilled} />
        {mail !== null && (
          <Button kind="quiet" loading={archive.isPending} onClick={() => archive.mutate(mail.id)}>
            Archive draft
          </Button>
        )}
        {!isFilled && <span className={classes.hint}>A subject and a text are needed.</span>}
      </div>
    </div>
  );
}
