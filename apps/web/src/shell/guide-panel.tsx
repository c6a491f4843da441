import { guide } from 'virtual:guide';
import { GUIDE_OF_SCREEN } from '@signpost/contract/guide/places.ts';
import { IconArrowLeft, IconList, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Drawer } from '../ui/layout/drawer.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import { useCurrentRoute } from './current-route.ts';
import classes from './guide.module.css';
import { Blocks } from './guide-blocks.tsx';
import { plainInline, searchGuide, sectionsOf } from './guide-text.ts';

const sections = sectionsOf(guide);
const contents = guide.map(({ page, blocks: [title] }) => ({
  page,
  title: title?.kind === 'heading' ? plainInline(title.inner) : page,
}));
const CONTENTS = 'contents';

const placesOfScreens: Readonly<Record<string, string>> = GUIDE_OF_SCREEN;

/** Where the panel is: at the screen's own place until the person opens another one. */
function usePlaces() {
  const screen = useCurrentRoute()?.name ?? 'home';
  const [opened, setOpened] = useState<{ screen: string; places: readonly string[] }>({ screen, places: [] });
  const places = opened.screen === screen ? opened.places : [];
  const own = placesOfScreens[screen] ?? 'README';
  return {
    place: places.at(-1) ?? own,
    open: (place: string) => setOpened({ screen, places: [...places, place] }),
    back: places.length === 0 ? undefined : () => setOpened({ screen, places: places.slice(0, -1) }),
  };
}

/** A page of the guide, scrolled to the heading of its place. */
function Page({ place, onOpen }: { place: string; onOpen: (place: string) => void }) {
  const [page, anchor] = place.split('#');
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    const heading = anchor === undefined ? undefined : article.current?.querySelector(`[data-anchor="${anchor}"]`);
    (heading ?? article.current)?.scrollIntoView({ block: 'start' });
  }, [anchor]);
  return (
    <article ref={article} className={classes.page}>
      <Blocks of={guide.find((it) => it.page === page)?.blocks ?? []} onOpen={onOpen} />
    </article>
  );
}

function Contents({ onOpen }: { onOpen: (place: string) => void }) {
  return (
    <ul className={classes.found} aria-label="Pages of the guide">
      {contents.map(({ page, title }) => (
        <li key={page}>
          <button type="button" onClick={() => onOpen(page)}>
            <strong>{title}</strong>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Found({ query, onOpen }: { query: string; onOpen: (place: string) => void }) {
  const hits = searchGuide(sections, query);
  if (hits.length === 0) return <p className={classes.nothing}>The guide does not mention “{query.trim()}”.</p>;
  return (
    <ul className={classes.found} aria-label="Found in the guide">
      {hits.map(({ place, page, heading, excerpt }) => (
        <li key={place}>
          <button type="button" onClick={() => onOpen(place)}>
            <strong>{heading === page ? page : `${page} › ${heading}`}</strong>
            <span>{excerpt}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ViewProps {
  query: string;
  place: string;
  onOpen: (place: string) => void;
}

/** The results of a search, the list of all pages, or one page. */
function View({ query, place, onOpen }: ViewProps) {
  if (query.trim() !== '') return <Found query={query} onOpen={onOpen} />;
  if (place === CONTENTS) return <Contents onOpen={onOpen} />;
  return <Page key={place} place={place} onOpen={onOpen} />;
}

function Guide({ onClose }: { onClose?: (() => void) | undefined }) {
  const { place, open, back } = usePlaces();
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  const show = (next: string) => {
    setQuery('');
    open(next);
  };
  return (
    <div className={classes.guide}>
      <div className={classes.head}>
        {back !== undefined && (
          <IconButton label="Back" onClick={back}>
            <IconArrowLeft size={16} stroke={1.5} aria-hidden />
          </IconButton>
        )}
        <input
          ref={search}
          type="search"
          className={classes.search}
          aria-label="Search the guide"
          placeholder="Search the guide"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <IconButton label="All pages of the guide" onClick={() => show(CONTENTS)}>
          <IconList size={16} stroke={1.5} aria-hidden />
        </IconButton>
        {onClose !== undefined && (
          <IconButton label="Close the guide" onClick={onClose}>
            <IconX size={16} stroke={1.5} aria-hidden />
          </IconButton>
        )}
      </div>
      <div className={classes.scroll}>
        <View query={query} place={place} onOpen={show} />
      </div>
    </div>
  );
}

/** The guide: the page of `docs/product` that explains the open screen, beside it; over it on a phone. */
export default function GuidePanel({ onClose }: { onClose: () => void }) {
  const isPhone = useMobile();
  if (isPhone) {
    return (
      <Drawer opened onClose={onClose} title="Guide">
        <Guide />
      </Drawer>
    );
  }
  return (
    <aside
      className={classes.panel}
      aria-label="Guide"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Guide onClose={onClose} />
    </aside>
  );
}
