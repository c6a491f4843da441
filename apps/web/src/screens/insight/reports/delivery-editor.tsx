/** Where the files of a scheduled run go beside the people who get them by e-mail. */

import { readNotificationSettings } from '@signpost/contract/calls/notifications.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { mailIsOff } from '@signpost/contract/workplace/notifications/settings.ts';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { readNumber, readObject } from '../../../records/field-values.ts';
import type { CustomFieldProps } from '../../../records/screen.ts';
import { Choice } from '../../../ui/fields/choice.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { numberOrNull, stringOrNull } from '../../../ui/values/optional.ts';
import { editedDefinition } from './definition.ts';
import classes from './reports.module.css';

export function DeliveryEditor({ value, onChange, values, errors, readOnly }: CustomFieldProps) {
  const user = useUser();
  const { data } = useCall(readNotificationSettings, {});
  const given = readObject(value);
  const webhookId = readNumber(given.webhookId);
  const toParties = given.toParties === true;
  const { splitBy } = editedDefinition(values.definition);
  const hooks = (data?.channels ?? []).filter(({ kind, endedAt }) => kind === 'webhook' && endedAt === null);
  const at = (field: string) => errors.filter(({ path: name }) => name === field).map(({ message }) => message);
  const known = hooks.some(({ id }) => id === webhookId);
  return (
    <div className={classes.definition}>
      <div className={classes.narrow}>
        <Choice
          label="Webhook"
          help="Signed; it is told which files there are and fetches them with an API key."
          placeholder={hooks.length === 0 ? 'No webhook yet' : 'None'}
          value={stringOrNull(webhookId)}
          clearable
          disabled={readOnly}
          errors={at('webhookId')}
          onChange={(next) => onChange({ webhookId: numberOrNull(next), toParties })}
          options={[
            ...hooks.map(({ id, label }) => ({ value: String(id), label })),
            ...(webhookId === null || known
              ? []
              : [{ value: String(webhookId), label: `Webhook ${webhookId} of the owner` }]),
          ]}
          problem="Add a webhook in your profile first."
        />
      </div>
      {splitBy !== null && (
        <Toggle
          label={`Mail each file to the contacts of its ${splitBy}`}
          value={toParties}
          disabled={readOnly}
          errors={at('toParties')}
          onChange={(next) => onChange({ webhookId, toParties: next })}
        />
      )}
      {splitBy === null && toParties && <p className={classes.problem}>Split the report first, or turn this off.</p>}
      <p className={classes.hint}>
        {data?.isMailOn === false && `${mailIsOff(user.grade)} `}
        Webhooks are added in <a href={hashHref(path.profile())}>your profile</a>.
      </p>
    </div>
  );
}
