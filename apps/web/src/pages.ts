import { isKeyOf } from '@signpost/contract/objects.ts';
import { SCREEN_NAMES, type ScreenName } from '@signpost/contract/routes/index.ts';
import { type ComponentType, createElement, lazy, useState } from 'react';
import type { FirstScreenName, PageProps } from './page-props.ts';
import Home from './screens/insight/home/home.tsx';
import Login from './screens/workplace/login/login.tsx';
import Logout from './screens/workplace/logout/logout.tsx';

type Page = ComponentType<PageProps>;

/** A page in its own chunk, which can be preloaded. */
export interface LazyPage {
  load: () => Promise<unknown>;
  /** Undefined until the chunk is loaded. */
  ready: Page | undefined;
  readonly Late: Page;
}

function page(load: () => Promise<{ default: Page }>): LazyPage {
  const once = async () => {
    const module = await load();
    it.ready = module.default;
    return module;
  };
  const it: LazyPage = { load: once, ready: undefined, Late: lazy(once) };
  return it;
}

/**
 * A page whose chunk is loaded renders at once. `lazy` alone would still show its fallback first, and React removes a
 * fallback only after 300 ms.
 */
export function OpenPage({ page: { ready, Late }, ...props }: PageProps & { page: LazyPage }) {
  // Stable while the page is open, because another component would lose its state.
  const [Own] = useState(() => ready ?? Late);
  return createElement(Own, props);
}

/** Visits begin with these screens, so their code is part of the first load; it takes 14 KB. */
const first: Readonly<Record<FirstScreenName, Page>> = { home: Home, login: Login, logout: Logout };

/** Loads the code of a screen. The list of all others is a file of 12 KB, which the first screens do not need. */
async function loadScreen(name: ScreenName): Promise<{ default: Page }> {
  if (isKeyOf(first, name)) return { default: first[name] };
  const { screenFiles } = await import('./screens.ts');
  return await screenFiles[name]();
}

/** The pages of all screens. */
export const pages: Readonly<Record<string, LazyPage | undefined>> = Object.fromEntries(
  SCREEN_NAMES.map((name) => [name, page(() => loadScreen(name))]),
);

/** Preloads the chunk of a page; resolves when it is loaded or has failed. */
export async function preload(name: string): Promise<void> {
  try {
    await pages[name]?.load();
  } catch (error) {
    console.warn(`Page ${name} could not be preloaded.`, error);
  }
}
