import { localStorageColorSchemeManager } from '@mantine/core';

/** Dark unless the viewer chose light; stored in the browser. */
export const schemeManager = localStorageColorSchemeManager({ key: 'signpost.theme' });
export const DEFAULT_SCHEME = 'dark';
