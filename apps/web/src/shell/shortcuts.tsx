import { Modal } from '../ui/layout/modal.tsx';
import type { GoPlace } from './go-keys.ts';
import classes from './shortcuts.module.css';

const GENERAL: readonly (readonly [string, string])[] = [
  ['⌘ K / Ctrl K', 'Search everything'],
  ['/', 'Search this list'],
  ['n', 'Add to this list'],
  ['⌘ S / Ctrl S', 'Save the form'],
  ['⌘ Enter / Ctrl Enter', 'Save the form'],
  ['⌘ Z / Ctrl Z', 'Undo your last change'],
  ['?', 'Show keyboard shortcuts'],
  ['?  h', 'Guide to this screen'],
  ['Esc', 'Close the open panel'],
];
const ROWS: readonly (readonly [string, string])[] = [
  ['j  k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['e', 'Edit the row'],
  ['x', 'Select the row'],
  ['→  ←', 'Show and hide nested rows'],
  ['Home  End', 'First and last row'],
];

function Keys({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.keys}>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The list of all keyboard shortcuts. */
export default function Shortcuts({
  opened,
  onClose,
  places,
}: {
  opened: boolean;
  onClose: () => void;
  places: readonly GoPlace[];
}) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={640}>
      <div className={classes.columns}>
        <div>
          <Keys title="Everywhere" keys={GENERAL} />
          <Keys title="In tables" keys={ROWS} />
        </div>
        <Keys title="Go to" keys={places.map((place) => [`g ${place.key}`, place.title])} />
      </div>
    </Modal>
  );
}
