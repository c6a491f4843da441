import { chooseNotification, readNotificationSettings } from '@signpost/contract/calls/notifications.ts';
import { mailIsOff, type NotificationSettings } from '@signpost/contract/workplace/notifications/settings.ts';
import { PLACE_LABELS, PLACES, type Place, type TopicName } from '@signpost/contract/workplace/notifications/topics.ts';
import { useQueryClient } from '@tanstack/react-query';
import { keepAnswer, send } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { Tick } from '../../../ui/data-table/tick.tsx';
import { Scroller } from '../../../ui/scroller.tsx';
import classes from './notifications.module.css';

interface Choice {
  topic: TopicName;
  place: Place;
  isOn: boolean;
}

/** The bell, e-mail, and the kinds of channels that the person has. */
const placesOf = ({ channels }: NotificationSettings): Place[] =>
  PLACES.filter((place) => place === 'bell' || place === 'email' || channels.some(({ kind }) => kind === place));

/** Each topic with a checkbox for each place. */
export function NotificationTopics({ settings }: { settings: NotificationSettings }) {
  const client = useQueryClient();
  const { grade } = useUser();
  const choose = useAction((body: Choice) => send(chooseNotification, { body }), {
    refresh: [readNotificationSettings],
  });
  const change = (choice: Choice) => {
    const topics = settings.topics.map((topic) => {
      if (topic.name === choice.topic)
        return {
          ...topic,
          places: choice.isOn ? [...topic.places, choice.place] : topic.places.filter((one) => one !== choice.place),
        };
      return topic;
    });
    keepAnswer(client, readNotificationSettings, {}, { ...settings, topics });
    choose.mutate(choice);
  };
  const places = placesOf(settings);
  return (
    <>
      {!settings.isMailOn && (
        <p className={classes.mailOff} role="status">
          {mailIsOff(grade)}
        </p>
      )}
      <Scroller label="Topics and where they are told" className={classes.scroll}>
        <table className={classes.topics}>
          <thead>
            <tr>
              <th scope="col">Topic</th>
              {places.map((place) => (
                <th key={place} scope="col">
                  {PLACE_LABELS[place]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {settings.topics.map((topic) => (
              <tr key={topic.name}>
                <th scope="row">
                  {topic.label}
                  <small>{topic.description}</small>
                </th>
                {places.map((place) => (
                  <td key={place}>
                    <Tick
                      label={`${topic.label}: ${PLACE_LABELS[place]}`}
                      checked={topic.places.includes(place)}
                      onChange={() => change({ topic: topic.name, place, isOn: !topic.places.includes(place) })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}
