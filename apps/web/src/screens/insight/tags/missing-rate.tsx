/** Advice on costs of links whose currency has no exchange rate. */
import { mayOpen } from '@signpost/contract/access/access.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { useUser } from '../../../api/session.ts';
import type { RecordRow } from '../../../records/screen.ts';
import { Button } from '../../../ui/button.tsx';
import { counted } from '../../../ui/values/plural.ts';
import classes from './tags.module.css';

const ADD_RATE = hashHref(`${ROUTES.partnerOverride.path}?${buildQuery({ view: 'rates', open: 'new' })}`);

/** Shows nothing for other problems of links. */
export function MissingRate({ record }: { record: RecordRow | null }) {
  const user = useUser();
  if (record?.problem !== 'rate_missing') return null;
  const currency = String(record.found);
  return (
    <div className={classes.missingRate}>
      <p>
        The costs of {counted(Number(record.cases), 'click')} in {currency} wait. They are counted within half a minute
        once there is a rate for {currency}.
      </p>
      {mayOpen(user, ROUTES.partnerOverride) && <Button href={ADD_RATE}>Add a rate for {currency}</Button>}
    </div>
  );
}
