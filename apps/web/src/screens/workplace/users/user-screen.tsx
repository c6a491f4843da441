import { user } from '@signpost/contract/entities/user.ts';
import { ApiKeys } from '../../../features/workplace/people/api-keys.tsx';
import { GoogleAccountPanel } from '../../../features/workplace/people/google-account.tsx';
import { Sessions } from '../../../features/workplace/people/sessions.tsx';
import { recordScreen } from '../../../records/screen.ts';
import { AccessPreview } from './access-preview.tsx';
import { PathsField } from './paths-field.tsx';

/** Users: grade, included and excluded paths, and a preview of their access. */
export const userScreen = recordScreen({
  entity: user,
  columns: ['name', 'email', 'grade', 'includedPaths', 'excludedPaths', 'publisherId', 'lastSeenAt', 'createdAt', 'id'],
  hiddenColumns: ['publisherId', 'id', 'createdAt'],
  cardNumbers: ['grade', 'lastSeenAt'],
  filters: ['grade', 'publisherId', 'lastSeenAt'],
  purpose:
    'Everyone who signs in appears here as Default User. Add a person by hand to set their grade before the first sign-in.',
  sections: [
    { title: 'Person', columns: 2, fields: ['name', 'email', 'timeZone'] },
    {
      title: 'Access',
      description: 'The grade gives access to screens. Included paths add more; excluded paths always win.',
      columns: 2,
      fields: ['grade', 'publisherId', 'includedPaths', 'excludedPaths'],
    },
  ],
  custom: {
    includedPaths: (props) => <PathsField {...props} field={user.fields.includedPaths} />,
    excludedPaths: (props) => <PathsField {...props} field={user.fields.excludedPaths} />,
  },
  below: (values, record) => (
    <>
      <AccessPreview values={values} />
      {record && (
        <>
          <GoogleAccountPanel
            personId={record.id}
            email={String(record.email)}
            zone={String(record.timeZone ?? 'UTC')}
          />
          <Sessions
            personId={record.id}
            zone={String(record.timeZone ?? 'UTC')}
            description="Devices where this person is signed in. Signing out takes effect at once."
          />
          <ApiKeys personId={record.id} zone={String(record.timeZone ?? 'UTC')} />
        </>
      )}
    </>
  ),
});
