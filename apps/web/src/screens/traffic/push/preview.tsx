/** A preview of the message, and the number of subscribers who would get it now. It follows the input. */

import { countPushAudience } from '@signpost/contract/calls/push.ts';
import { pushAudienceSchema } from '@signpost/contract/traffic/push/audience.ts';
import { IconBell, IconPhoto, IconWorld } from '@tabler/icons-react';
import { useCall } from '../../../api/calls.ts';
import { readText } from '../../../records/field-values.ts';
import type { Values } from '../../../records/screen.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { formatNumber } from '../../../ui/values/format.ts';
import { counted } from '../../../ui/values/plural.ts';
import classes from './push.module.css';

/** The app loads no picture of another host (its content policy), because that host would learn who works here. */
const isForeign = (address: string): boolean => address.startsWith('https://');

function Picture({ address, className }: { address: string; className: string | undefined }) {
  if (address.startsWith('/images/')) return <img className={className} src={address} alt="" />;
  if (isForeign(address)) return <IconPhoto className={className} size={40} stroke={1.2} aria-hidden />;
  return null;
}

const people = (count: number): string => counted(count, 'subscriber');

function AudienceCount({ values }: { values: Values }) {
  const wanted = useSettled({
    websites: values.websites ?? [],
    geos: values.geos ?? [],
    devices: values.devices ?? [],
    topics: values.topics ?? null,
    minAgeDays: values.minAgeDays ?? null,
    maxAgeDays: values.maxAgeDays ?? null,
  });
  const { data: audience } = pushAudienceSchema.safeParse(wanted);
  const capPerDay = typeof values.capPerDay === 'number' && values.capPerDay > 0 ? values.capPerDay : 1;
  const { data } = useCall(
    countPushAudience,
    { body: { ...(audience ?? pushAudienceSchema.parse({})), capPerDay } },
    { enabled: audience !== undefined, keepsPrevious: true },
  );
  if (audience === undefined) return <p className={classes.hint}>Correct the audience to see how many get this.</p>;
  if (data === undefined) return <p className={classes.hint}>Counting…</p>;
  return (
    <p className={classes.audience} role="status">
      <strong>{people(data.matching)}</strong> of {formatNumber(data.subscribers)} match now.
      {data.capped > 0 &&
        ` ${formatNumber(data.capped)} of them have had ${formatNumber(capPerDay)} messages today and would not get this one today.`}
    </p>
  );
}

export function PushPreview({ values }: { values: Values }) {
  const title = readText(values.title);
  const body = readText(values.body);
  const hasForeign = [values.icon, values.image].some((address) => isForeign(readText(address)));
  const renderIcon = () => {
    if (readText(values.icon) === '') return <IconWorld className={classes.icon} size={40} stroke={1.2} aria-hidden />;
    return <Picture address={readText(values.icon)} className={classes.icon} />;
  };
  return (
    <Section title="Preview">
      <div className={classes.preview}>
        <figure className={classes.message} aria-label="Preview of the message">
          <div className={classes.line}>
            <IconBell size={14} aria-hidden />
            <span>Browser · site.example</span>
          </div>
          <div className={classes.content}>
            <div className={classes.words}>
              <p className={classes.title}>{title || 'Title'}</p>
              <p className={classes.body}>{body || 'Text'}</p>
            </div>
            {renderIcon()}
          </div>
          <Picture address={readText(values.image)} className={classes.image} />
        </figure>
        <div className={classes.beside}>
          <AudienceCount values={values} />
          {hasForeign && (
            <p className={classes.hint}>
              Pictures of other hosts are not loaded here. The browsers of subscribers show them.
            </p>
          )}
          <p className={classes.hint}>
            Browsers differ: phones cut long titles at about 40 characters, and some show no image. Every message has a
            button “No more messages”, which ends the subscription.
          </p>
        </div>
      </div>
    </Section>
  );
}
