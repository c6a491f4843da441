import { localStorageColorSchemeManager } from '@mantine/core';

/** Dark unless the viewer chose light; kept in browser storage. */
export const schemeManager = localStorageColorSchemeManager({ key: 'signpost.theme' });
export const DEFAULT_SCHEME = 'dark';
