import { useMetadata } from '../api/use-metadata.ts';
import classes from './records.module.css';

/** Tags by id, with their names and colours as they are now. */
export function TagList({ ids }: { ids: readonly number[] }) {
  const tags = useMetadata('tags');
  return (
    <span className={classes.tags}>
      {ids.map((id) => {
        const tag = tags?.find((one) => one.id === id);
        return tag ? (
          <span key={id} className={classes.tag} data-color={String(tag.color)}>
            {tag.name}
          </span>
        ) : null;
      })}
    </span>
  );
}
