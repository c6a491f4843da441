/** The records with a tag, by entity. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { useUser } from '../../../api/session.ts';
import { RelatedList } from '../../../records/related-list.tsx';
import classes from './tags.module.css';

/** Entities with tags whose list the viewer can open. */
export function TagUsage({ id }: { id: number }) {
  const user = useUser();
  const carriers = entityList.flatMap((entity) => {
    const field = Object.entries(entity.fields).find(([, one]) => one.kind === 'tags')?.[0];
    if (field !== undefined && mayOpen(user, ROUTES[entity.routes.list])) return [{ entity, field }];
    return [];
  });
  return (
    <div className={classes.usage} data-none="Nothing has this tag yet.">
      {carriers.map(({ entity, field }) => (
        <RelatedList key={entity.name} entity={entity} field={field} id={id} hidesEmpty />
      ))}
    </div>
  );
}
