/** Which e-mails to publishers reach the person's own address; only for people who got one before. */
import { chooseMailTopic, readMailChoices } from '@signpost/contract/calls/mail-choices.ts';
import { MAIL_TOPIC_LABELS, type MailTopic } from '@signpost/contract/partners/mailings/mailing.ts';
import { useQueryClient } from '@tanstack/react-query';
import { keepAnswer, send, useCall } from '../../../api/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import classes from './profile.module.css';

export function MailTopics({ email }: { email: string }) {
  const client = useQueryClient();
  const { data } = useCall(readMailChoices, {});
  const choose = useAction((body: { topic: MailTopic; isOn: boolean }) => send(chooseMailTopic, { body }), {
    refresh: [readMailChoices],
    said: (_, { topic, isOn }) => `${MAIL_TOPIC_LABELS[topic]}: ${isOn ? 'you get these e-mails' : 'unsubscribed'}.`,
  });
  const topics = data?.topics ?? null;
  if (topics === null) return null;
  return (
    <Panel title="E-mails to publishers" description={`What is sent to ${email} as a contact of a publisher.`}>
      <div className={classes.fields}>
        {topics.map(({ topic, isOn }) => (
          <Toggle
            key={topic}
            label={MAIL_TOPIC_LABELS[topic]}
            value={isOn}
            onChange={(next) => {
              const changed = topics.map((one) => {
                if (one.topic === topic) return { topic, isOn: next };
                return one;
              });
              keepAnswer(client, readMailChoices, {}, { topics: changed });
              choose.mutate({ topic, isOn: next });
            }}
          />
        ))}
      </div>
    </Panel>
  );
}
