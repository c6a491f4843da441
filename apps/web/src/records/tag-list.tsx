import { useMetadata } from '../api/use-metadata.ts';
import classes from './records.module.css';

/** A tag's colour. Its name stands beside it, so nobody needs to tell colours apart. */
export function TagDot({ color }: { color: unknown }) {
  return <span className={classes.dot} style={{ background: `var(--mantine-color-${String(color)}-6)` }} aria-hidden />;
}

/** Tags by id, with their names and colours as they are now. */
export function TagList({ ids }: { ids: readonly number[] }) {
  const tags = useMetadata('tags');
  return (
    <span className={classes.tags}>
      {ids.map((id) => {
        const tag = tags?.find((one) => one.id === id);
        if (tag)
          return (
            <span key={id} className={classes.tag}>
              <TagDot color={tag.color} /> {tag.name}
            </span>
          );
        return null;
      })}
    </span>
  );
}
