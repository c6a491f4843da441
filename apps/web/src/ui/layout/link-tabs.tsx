import { inSightRef, sidewaysRef } from '../sideways.ts';
import classes from './link-tabs.module.css';

export interface LinkTab {
  label: string;
  href: string;
  current: boolean;
}

/** Tabs that are links, so that each can be opened, bookmarked and shared. They scroll sideways if they do not fit. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav ref={sidewaysRef} data-fades className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <a
          key={tab.href}
          ref={tab.current ? inSightRef : undefined}
          href={tab.href}
          aria-current={tab.current ? 'page' : undefined}
        >
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
