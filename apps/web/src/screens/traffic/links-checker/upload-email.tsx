/** `/links-checker-upload-email`: the links of a CSV are checked, and the answer comes by mail. */
import { readMailState } from '@signpost/contract/calls/notifications.ts';
import { mailIsOff } from '@signpost/contract/workplace/notifications/settings.ts';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { FileCheck } from './file-check.tsx';

export default function LinksCheckerUploadEmailPage() {
  const { email, grade } = useUser();
  const { data } = useCall(readMailState, {});
  return (
    <FileCheck
      source="email"
      description={`A CSV with at most 10,000 links in one of its columns. The results come to ${email} as a file when all links are checked.`}
      refusal={data?.isOn === false ? mailIsOff(grade) : undefined}
    />
  );
}
